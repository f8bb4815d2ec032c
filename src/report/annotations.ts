import type { PairedCase } from '../ports/comparison.js';
import type { EvaluatedSuite, Report, SuiteReport } from '../ports/report.js';
import { capitalised } from '../text/values.js';
import { nameOfChange, sortCaseChanges } from './case-changes.js';
import { shortened } from './console-text.js';
import { hasFigures, renderOutcome, sortWorstFirst } from './decision-words.js';
import { listScores, nameOfScore, wordsOfSuite } from './list-scores.js';
import { tellPair } from './told-case.js';
import { tellRemedy } from './what-now.js';

export type Annotation = {
  readonly level: 'error' | 'warning';
  readonly title: string;
  readonly message: string;
  /** Path from the repository's top; missing where there is no place to show it. */
  readonly file?: string;
  /** From 1; the first where it is missing. */
  readonly line?: number;
};

/** GitHub shows so many of each level a step, and drops the rest in silence. */
export const MOST_ANNOTATIONS = 10;
const WORST_CASES = 3;
const NAME_CHARACTERS = 80;
const MESSAGE_CHARACTERS = 500;

/**
 * One annotation a suite that does not simply pass, each followed by its worst cases. Plain text. Beyond what GitHub
 * shows of a level, the last one says how many more there are.
 */
export function buildAnnotations(report: Report): readonly Annotation[] {
  const all = sortWorstFirst(listScores(report.suites)).flatMap(annotateDecision);
  return (['error', 'warning'] as const).flatMap((level) => {
    const found = all.filter((annotation) => annotation.level === level);
    if (found.length <= MOST_ANNOTATIONS) return found;
    const shown = found.slice(0, MOST_ANNOTATIONS - 1);
    const title = `${found.length - shown.length} more`;
    return [...shown, { level, title, message: 'The job summary has the rest.' }];
  });
}

function annotateDecision(suite: SuiteReport): Annotation[] {
  const { decision } = suite;
  if (decision.outcome === 'pass') return [];
  const level = decision.blocking ? 'error' : 'warning';
  const title = `${shortened(nameOfScore(suite), NAME_CHARACTERS)}: ${renderOutcome(suite)}`;
  const first: Annotation = {
    level,
    title,
    message: shortened(`${decision.headline} ${tellRemedy(suite, 'in-a-check')}`, MESSAGE_CHARACTERS),
    ...placeOf(suite),
  };
  if (suite.kind !== 'evaluated' || decision.outcome !== 'fail' || !hasFigures(suite)) return [first];
  const { lower } = sortCaseChanges(suite.comparison, decision);
  return [first, ...lower.slice(0, WORST_CASES).map((pair) => annotateCase(suite, pair))];
}

/** A case is shown at its row of the dataset. */
function placeOfCase({ places }: EvaluatedSuite, id: string): Pick<Annotation, 'file' | 'line'> {
  const line = places?.lines.get(id);
  return places === undefined || line === undefined ? {} : { file: places.file, line };
}

/** A fall is shown at what changed, a mistake where it stands. */
function placeOf(suite: SuiteReport): Pick<Annotation, 'file' | 'line'> {
  if (suite.kind === 'not-evaluated') return suite.place ?? {};
  const [file] = suite.kind === 'evaluated' ? (suite.changedFiles ?? []) : [];
  return file === undefined ? {} : { file };
}

function annotateCase(suite: EvaluatedSuite, pair: PairedCase): Annotation {
  const words = wordsOfSuite(suite);
  const { id, figures, statements } = tellPair(pair, words);
  const newly = statements.find((change) => change.kind === 'newly-irrelevant');
  const statement =
    newly === undefined
      ? ''
      : `. ${capitalised(nameOfChange(newly, words.items))}: “${shortened(newly.text, MESSAGE_CHARACTERS)}”`;
  return {
    level: 'warning',
    title: `${shortened(nameOfScore(suite), NAME_CHARACTERS)}: ${shortened(id, NAME_CHARACTERS)}`,
    message: `${figures}${statement}`,
    ...placeOf(suite),
    ...placeOfCase(suite, id),
  };
}
