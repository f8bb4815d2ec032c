import type { Comparison, LoneCase, PairedCase, ShownAnswer, StatementChange } from '../ports/comparison.js';
import type { EvaluatedSuite } from '../ports/report.js';
import type { Judgement, JudgementFlag } from '../ports/verdict.js';
import type { MeasureWords } from '../scorers/measure-words.js';
import { counted } from '../text/counts.js';
import { directionOf } from './figures.js';
import { wordsOfSuite } from './list-scores.js';

/** One case as comment, terminal and annotations tell it, whether it has a base or not. All but the figures is foreign text. */
export type ToldCase = {
  readonly id: string;
  readonly input: string;
  /** `1.00 → 0.33 (−0.67), lower in 4 of 4 runs`; without a base `0.33`. */
  readonly figures: string;
  /** True where its score is another than at base. */
  readonly moved: boolean;
  /** What became of its statements; without a base, what is not as it should be. */
  readonly statements: readonly ToldStatement[];
  /** The scorer's own word, where it judges nothing one by one; else empty. */
  readonly why: string;
  readonly flags: readonly JudgementFlag[];
  readonly answers: ToldAnswers;
};

/** What became of a statement; where there is no base, that it is `irrelevant` or that the judge is `unsure`. */
export type ToldStatement = Omit<StatementChange, 'kind' | 'verdict'> & {
  readonly kind: StatementChange['kind'] | 'irrelevant' | 'unsure';
};

/** Empty where no text was kept; `null` where the text of one side was not. */
export type ToldAnswers = readonly (readonly [
  side: 'Base' | 'Head' | 'Both sides' | 'Answer',
  answer: ShownAnswer | null,
])[];

/** A case of both sides. */
export function tellPair(pair: PairedCase, words: MeasureWords): ToldCase {
  const { id, input, statements, flags, headReason = '' } = pair;
  const { from, to, delta } = words.figures(pair.base, pair.head);
  return {
    id,
    input,
    figures: `${from} → ${to} (${delta})${renderCaseRuns(pair, words)}`,
    moved: pair.delta !== null && directionOf(pair.delta) !== 'same',
    statements,
    why: words.judgesItems ? '' : headReason,
    flags,
    answers: answersOf(pair),
  };
}

/** A run, and the scorer whose scores are told. */
export type ScoredRun = Pick<EvaluatedSuite, 'head'> & {
  readonly comparison: Pick<Comparison, 'scorer'>;
};

/** A case that has no base to be compared with. */
export function tellLone(row: LoneCase, suite: ScoredRun): ToldCase {
  const { id, input, score, answer } = row;
  const words = wordsOfSuite(suite);
  const judgement = shownJudgement(suite, id, answer);
  const statements = (['no', 'unsure'] as const).flatMap((label) =>
    (judgement?.statements ?? []).filter(({ result }) => result === label),
  );
  return {
    id,
    input,
    figures: words.score(score),
    moved: false,
    statements: statements.map((statement) => ({
      ...ALONE,
      ...statement,
      kind: statement.result === 'no' ? 'irrelevant' : 'unsure',
    })),
    why: words.judgesItems ? '' : (judgement?.reason ?? ''),
    flags: [],
    answers: answer === undefined ? [] : [['Answer', answer]],
  };
}

const ONCE = { runs: 1, of: 1 };
const ALONE = { otherText: null, head: ONCE, base: ONCE, wordsOnly: false } as const;

/** Of the very run whose answer is shown; where none is named, of the first that has a score. */
export function shownJudgement(
  { head, comparison: { scorer } }: ScoredRun,
  id: string,
  answer: ShownAnswer | null | undefined,
): Extract<Judgement, { status: 'scored' }> | null {
  const samples = head.cases.find((row) => row.id === id)?.samples ?? [];
  const number = answer?.run?.number;
  const shown = number === undefined ? samples : samples.slice(number - 1, number);
  const judgements = shown.map(({ judgements: by }) => by[scorer]);
  return judgements.find((judgement) => judgement?.status === 'scored') ?? null;
}

/** Where a case was asked again on its own: `, lower in 4 of 4 runs`. */
function renderCaseRuns(
  { baseScores, headScores, headCaseScores: caseScores }: PairedCase,
  words: MeasureWords,
): string {
  if (caseScores.length === 0) return '';
  const scores = [...headScores, ...caseScores];
  const lower = scores.filter((score) => score < Math.min(...baseScores)).length;
  return `, ${words.lower} in ${lower} of ${counted(scores.length, 'run')}`;
}

function answersOf({ baseAnswer, headAnswer }: PairedCase): ToldAnswers {
  if (baseAnswer === null && headAnswer === null) return [];
  const said = (answer: ShownAnswer | null) => JSON.stringify({ ...answer, run: null });
  return said(baseAnswer) === said(headAnswer)
    ? [['Both sides', headAnswer]]
    : [
        ['Base', baseAnswer],
        ['Head', headAnswer],
      ];
}
