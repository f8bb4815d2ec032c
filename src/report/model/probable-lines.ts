import type { ChangedFile } from '../../model/changed-file.js';
import type { EvaluatedSuite, Place } from '../../model/report.js';
import { type ChangedLine, listChangedLines, sortBySharedWords } from '../../text/changed-lines.js';

/** A changed line that may explain what happened. Foreign text. */
export type ProbableLine = ChangedLine & { readonly path: string };

/** Changed lines of the agent, those first that share words with what happened. */
export function listProbableLines(
  suite: Pick<EvaluatedSuite, 'changedFiles' | 'changes'>,
  happened: string,
): readonly ProbableLine[] {
  const lines = listAgentFiles(suite).flatMap(({ path, before, after }) =>
    listChangedLines(before, after).map((line) => ({ ...line, path })),
  );
  return sortBySharedWords(lines, happened);
}

/** The changed files that answers depend on: the config file's only if it changes the target. */
export function listAgentFiles({
  changedFiles = [],
  changes = [],
}: Pick<EvaluatedSuite, 'changedFiles' | 'changes'>): readonly ChangedFile[] {
  const isTargetChanged = changes.some((change) => change.kind === 'setting' && change.decides === 'head');
  return changedFiles.filter(
    ({ role }) => role === 'prompt' || role === 'agent' || (role === 'settings' && isTargetChanged),
  );
}

/** Where a pull request most likely changed the result; else any line that it changed. */
export function findProbablePlace(suite: EvaluatedSuite, happened: string): Place | null {
  const [first] = listProbableLines(suite, happened);
  if (first !== undefined) return { file: first.path, line: first.newNumber };
  const [other] = suite.changedFiles ?? [];
  if (other === undefined) return null;
  const [line] = listChangedLines(other.before, other.after);
  return { file: other.path, line: line?.newNumber ?? 1 };
}
