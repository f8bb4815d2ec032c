import { UserError } from '../model/errors.js';
import { SUBSET_IS_NO_BASELINE } from '../model/run-record.js';
import type { StoreLookup } from '../model/store.js';
import type { BaselineChoice } from '../model/suite.js';
import type { BranchCommit } from '../model/suite-run.js';
import {
  type BaselineLookup,
  foundRecord,
  noBaseline,
  plainCommit,
  unreadableBaseline,
} from './baseline-lookup.js';
import { type StoreSearch, searchStore } from './search-store.js';

export type BaselineRequest = Omit<StoreSearch, 'baseCommit' | 'mayRun'> & {
  readonly choice: BaselineChoice;
  /** The base, or the commit of the ref that `choice` names. */
  readonly baseCommit: BranchCommit | null;
  /** False if the base commit lacks the prompt, so that there is nothing to run or compare. */
  readonly basePromptExists: boolean;
  /** False if the base cannot be run, for example without a clone. */
  readonly canRun: boolean;
  readonly readRecord: (path: string) => Promise<StoreLookup>;
};

/**
 * Chooses the baseline. docs/baselines.md has the order. A record outside the base commit's history is never used; an
 * unreadable record is never taken for a missing one. Throws `UserError` for a ref or path that does not exist.
 */
export async function findBaseline(request: BaselineRequest): Promise<BaselineLookup> {
  const { choice, baseCommit } = request;
  switch (choice.kind) {
    case 'none':
      return noBaseline('switched-off');
    case 'ref':
      return runRef(baseCommit, choice.ref);
    case 'record':
      return readGiven(request, choice.path);
    case 'auto':
    case 'stored':
      if (baseCommit === null) return readLatest(request);
      if (!request.basePromptExists) return noBaseline('new-prompt', { base: plainCommit(baseCommit) });
      return searchStore({ ...request, baseCommit, mayRun: choice.kind === 'auto' && request.canRun });
    default:
      return choice satisfies never;
  }
}

function runRef(baseCommit: BranchCommit | null, ref: string): BaselineLookup {
  if (baseCommit === null) throw new UserError(`\`baseline\` is \`${ref}\`, which names no commit here.`);
  return { kind: 'run', commit: baseCommit.commit, rule: 'given-ref', name: ref };
}

async function readGiven(request: BaselineRequest, path: string): Promise<BaselineLookup> {
  const { baseCommit } = request;
  const read = await request.readRecord(path);
  if (read.status === 'absent') {
    const where = baseCommit === null ? 'there is' : `the base, commit ${baseCommit.commit.slice(0, 7)}, has`;
    throw new UserError(
      `\`baseline\` is \`${path}\`, and ${where} no such file. ` +
        'Give the path of a run record that is there, a git ref, or one of auto, stored, none.',
    );
  }
  if (read.status === 'unreadable') {
    return unreadableBaseline([{ kind: 'unreadable-record', commit: null, reason: read.reason }]);
  }
  if (read.record.subset !== undefined) {
    throw new UserError(
      `\`baseline\` is \`${path}\`: ${SUBSET_IS_NO_BASELINE}; give the record of a whole run.`,
    );
  }
  return foundRecord(read.record, 'given-record', { name: path });
}

async function readLatest({ suite, store }: BaselineRequest): Promise<BaselineLookup> {
  const read = await store.latest(suite);
  switch (read.status) {
    case 'absent':
      return noBaseline('absent');
    case 'unreadable':
      return unreadableBaseline([{ kind: 'unreadable-record', commit: null, reason: read.reason }]);
    case 'found':
      return foundRecord(read.record, 'latest', {});
    default:
      return read satisfies never;
  }
}
