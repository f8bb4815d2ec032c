import { openStore, type StoreContext } from '../../src/baseline/store/open-store.js';
import type { BaselineStore } from '../../src/model/baseline.js';
import { SILENT_LOG } from '../../src/model/effects.js';
import type { GitData } from '../../src/model/github.js';
import type { StoreSettings } from '../../src/model/suite.js';

export const BRANCH = 'prompt-regression-data';

/** The store on the branch as a run opens it; without a run, the first attempt of run 1. */
export function openBranchStore(
  gitData: GitData,
  { text = 'full', ...run }: Partial<Omit<StoreContext, 'gitData'> & Pick<StoreSettings, 'text'>> = {},
): BaselineStore {
  const context = { folder: '', directory: '', runId: '1', attempt: 1, random: () => 0.5, log: SILENT_LOG };
  return openStore(
    { kind: 'branch', location: BRANCH, text },
    { ...context, sleep: async () => {}, ...run, gitData },
  );
}
