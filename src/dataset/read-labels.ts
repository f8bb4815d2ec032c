import { isDeepStrictEqual } from 'node:util';
import { openMissing } from '../files/missing-file.js';
import { UserError } from '../model/errors.js';
import type { FileReader } from '../model/files.js';
import type { ReviewReason, SettingsChange } from '../model/notes.js';
import type { SuiteContext } from '../model/suite-run.js';
import { NO_LABELS, type TeamLabels } from '../model/team-labels.js';
import { isTexts } from '../text/values.js';
import { parseLabels } from './labels-file.js';

type LabelsRequest = Pick<
  SuiteContext,
  'suite' | 'head' | 'reference' | 'inBase' | 'onlyInBase' | 'configPath'
>;

export type ReadLabels = {
  /** The labels that count. */
  readonly labels: TeamLabels;
  readonly changes: readonly SettingsChange[];
  readonly review: readonly ReviewReason[];
};

/**
 * A suite's labels: the base's, so that a pull request cannot label its own answers; the head's if the suite is new.
 * Throws `UserError` with the errors of the head's file.
 */
export async function readLabels(run: LabelsRequest): Promise<ReadLabels> {
  const { suite, reference, inBase, onlyInBase } = run;
  const own = suite.givenLabels === null || onlyInBase ? null : await readFile(run, suite.givenLabels);
  if (reference === null || !inBase) return { labels: own ?? NO_LABELS, changes: [], review: [] };
  if (suite.labels === null) return { labels: NO_LABELS, changes: [], review: [] };
  const labels = await readBase(suite.labels, reference.reader);
  if (isTexts(labels)) {
    const review = { kind: 'unreadable-base', what: 'labels', path: suite.labels, problems: labels } as const;
    return { labels: NO_LABELS, changes: [], review: [review] };
  }
  const isChanged = own !== null && !isDeepStrictEqual(own, labels);
  const changes = isChanged ? [{ kind: 'labels', path: suite.labels } as const] : [];
  return { labels, changes, review: [] };
}

async function readFile({ suite, head, configPath }: LabelsRequest, path: string): Promise<TeamLabels> {
  const text = await head.reader.read(path);
  if (text !== null) return parseLabels(text, path);
  const tell = await openMissing(head.reader, configPath);
  const missing = tell({ key: 'labels', suite: suite.name, path });
  throw new UserError(
    `${missing}${missing.endsWith('?') ? ' Or' : '; or'} make an empty file there, \`prompt-regression label\` fills it after a run`,
  );
}

/** The base's labels, or its problems: an empty list if there is no such file. */
async function readBase(path: string, base: FileReader): Promise<TeamLabels | readonly string[]> {
  try {
    const text = await base.read(path);
    return text === null ? [] : parseLabels(text, path);
  } catch (thrown) {
    if (thrown instanceof UserError) return thrown.problems;
    throw thrown;
  }
}
