import { resolve } from 'node:path';
import { UserError } from '../../ports/errors.js';
import type { GitData } from '../../ports/github.js';
import type { Log } from '../../ports/log.js';
import type { StoreSettings } from '../../ports/settings.js';
import type { BaselineStore } from '../../ports/store.js';
import { openBranchStore } from './branch-store.js';
import { openFileStore } from './file-store.js';

export type StoreContext = {
  /** `null` where GitHub is not reached. */
  readonly gitData: GitData | null;
  /** What a relative location is relative to. */
  readonly folder: string;
  /** The suites' working directory, relative to the repository's top; empty at the top and outside a repository. */
  readonly directory: string;
  /** Names the records of this run; greater for a later run. */
  readonly runId: string;
  readonly attempt: number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly log: Log;
};

/** The store that the settings name. Nothing is read or written yet. Throws `UserError` for a branch without GitHub. */
export function openStore(settings: StoreSettings, context: StoreContext): BaselineStore {
  const { kind, location, text } = settings;
  switch (kind) {
    case 'branch': {
      const { gitData } = context;
      if (gitData === null) {
        throw new UserError(
          `The store is branch \`${location}\`, which is reached by GitHub's API, and there is no access to it. ` +
            'Give a `github-token`, or name a folder as store.',
        );
      }
      return openBranchStore({ ...context, gitData, branch: location, text });
    }
    case 'file':
      return openFileStore({
        ...context,
        folder: resolve(context.folder, location),
        shownAs: location,
        text,
      });
    default:
      return kind satisfies never;
  }
}
