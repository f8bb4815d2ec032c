import type { Comparison, ShownAnswer } from '../ports/comparison.js';
import type { EvaluatedSuite, SuiteReport } from '../ports/report.js';
import type { ItemWords } from '../scorers/about-scorer.js';
import type { MeasureWords } from '../scorers/measure-words.js';
import {
  isAmong,
  LOST,
  nameOfChange,
  renderRuns,
  renderSharing,
  sharedChanges,
  tellingChanges,
  whyOfChange,
} from './case-changes.js';
import {
  caseName,
  countedRest,
  inertForLog,
  type Paint,
  renderCaseNames,
  shortened,
} from './console-text.js';
import { wordsOfSuite } from './list-scores.js';
import {
  type ScoredRun,
  shownJudgement,
  type ToldCase,
  type ToldStatement,
  tellLone,
  tellPair,
} from './told-case.js';

const MOST_SHARED = 8;
const MOST_CASES = 10;
const MOST_STATEMENTS = 8;

const COLOUR_OF: Readonly<Partial<Record<ToldStatement['kind'], 'green' | 'yellow'>>> = {
  'no-longer-irrelevant': 'green',
  unsure: 'yellow',
};

/** What is told of statements: first those that several cases share, once each, then the others case by case. */
export function renderStatements(
  cases: readonly ToldCase[],
  comparison: Pick<Comparison, 'wordings' | 'pairs'>,
  items: ItemWords,
  paint: Paint,
): string[] {
  const shared = sharedChanges(cases, comparison);
  const isShared = isAmong(shared);
  const own = cases
    .map((row) => ({ ...row, statements: tellingChanges(row).filter((change) => !isShared(change)) }))
    .filter(({ statements, why }) => statements.length > 0 || why !== '');
  const render = (change: ToldStatement, where = renderRuns(change)) => {
    const colour = COLOUR_OF[change.kind] ?? 'red';
    const why = whyOfChange(change);
    return `${paint(nameOfChange(change, items), colour)}${where}: “${shortened(change.text)}”${why === '' ? '' : ` — ${shortened(why)}`}`;
  };
  return [
    ...shared
      .slice(0, MOST_SHARED)
      .flatMap((each) => [
        `  ${render(each.change, renderSharing(each, items))}`,
        `      ${renderCaseNames(each.cases)}`,
      ]),
    ...countedRest(shared.length - MOST_SHARED, `more ${items.one}`, 'shared by several cases'),
    ...own
      .slice(0, MOST_CASES)
      .flatMap(({ statements, why, ...row }) => [
        renderTitle(row, paint),
        ...statements.slice(0, MOST_STATEMENTS).map((change) => `    ${render(change)}`),
        ...countedRest(statements.length - MOST_STATEMENTS, `more ${items.one}`, 'not listed').map(
          (line) => `  ${line}`,
        ),
        ...(why === '' ? [] : [`    why: ${shortened(why)}`]),
      ]),
    ...countedRest(
      own.length - MOST_CASES,
      'more case',
      own.some(({ statements }) => statements.length > 0) ? `with other ${items.many}` : 'not listed',
    ),
  ];
}

/** Every case, worst first: its question, its statements, and the answers of both sides. */
export function renderEveryCase(suite: EvaluatedSuite, paint: Paint): string[] {
  const { comparison } = suite;
  const words = wordsOfSuite(suite);
  const pairs = comparison.pairs.filter(({ head }) => head !== null);
  const lone = [...comparison.added, ...comparison.edited].filter(({ score }) => score !== null);
  return [
    ...pairs
      .toSorted((a, b) => (a.delta ?? 0) - (b.delta ?? 0) || (a.head ?? 0) - (b.head ?? 0))
      .flatMap((pair) => renderWhole(tellPair(pair, words), pair.headAnswer, suite, paint)),
    ...lone
      .toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0))
      .flatMap((row) => renderWhole(tellLone(row, suite), row.answer ?? null, suite, paint)),
    ...comparison.unscored.flatMap((row) => [
      renderTitle({ ...row, figures: words.score(null) }, paint),
      `    asked: ${whole(row.input)}`,
      `    no score: ${whole(row.reason)}`,
      ...renderAnswer('answer', answerOf(suite, row.id), words),
    ]),
  ];
}

/** What decides nothing, whole. */
export function renderShownCases(suite: SuiteReport, paint: Paint): string[] {
  const { shown } = suite;
  if (shown === undefined) return [];
  const own = suite.kind === 'evaluated' ? suite.comparison.scorer : null;
  return shown.byScorer
    .filter(({ scorer }) => own === null || scorer === own)
    .flatMap(({ scorer, cases }) => {
      const scored = { head: shown.record, comparison: { scorer } };
      return cases.flatMap((row) => renderWhole(tellLone(row, scored), row.answer ?? null, scored, paint));
    });
}

/** Its id too, by which it is chosen (`--case`). */
function renderTitle(row: Pick<ToldCase, 'id' | 'input' | 'figures'>, paint: Paint): string {
  const name = caseName(row);
  const id = name === caseName({ ...row, input: '' }) ? '' : `${row.id} `;
  return `  ${id}${paint(name, 'bold')} ${row.figures}`;
}

function renderWhole(told: ToldCase, shown: ShownAnswer | null, suite: ScoredRun, paint: Paint): string[] {
  const colours = { yes: 'green', unsure: 'yellow', no: 'red' } as const;
  const marks = { yes: '✓', unsure: '?', no: '✗' } as const;
  const behind = (why: string) => (why === '' ? '' : ` — ${whole(why)}`);
  return [
    renderTitle(told, paint),
    `    asked: ${whole(told.input)}`,
    ...(shownJudgement(suite, told.id, shown)?.statements ?? []).map(
      ({ text, reason, result, byTeam, labelKey }) =>
        `    ${paint(marks[result], colours[result])} “${whole(text)}”${behind(result === 'yes' && byTeam !== true ? '' : reason)}${labelKey === undefined ? '' : ` [to label it: ${inertForLog(labelKey)}]`}`,
    ),
    ...(told.why === '' ? [] : [`    why: ${whole(told.why)}`]),
    ...told.statements
      .filter(({ kind }) => LOST.has(kind))
      .map(
        (change) =>
          `    ${paint(change.kind.replaceAll('-', ' '), 'red')}: “${whole(change.text)}”${behind(whyOfChange(change))}`,
      ),
    ...told.answers.flatMap(([side, answer]) =>
      renderAnswer(side.toLowerCase(), answer, wordsOfSuite(suite)),
    ),
  ];
}

function renderAnswer(name: string, answer: ShownAnswer | null, words: MeasureWords): string[] {
  if (answer === null) return [];
  const { run } = answer;
  const score = run === undefined || run.score === null ? '' : `, ${words.score(run.score)}`;
  const side = run === undefined ? name : `${name} (run ${run.number} of ${run.of}${score})`;
  if (answer.status === 'failed') return [`    ${side}: failed: ${whole(answer.message)}`];
  const calls = answer.toolCalls.map((call) => `calls ${call}`);
  const text = [...calls, ...(answer.output === '' ? [] : [answer.output])].join('\n');
  const [first = '', ...rest] = inertForLog(text).split('\n');
  const pad = ' '.repeat(4 + side.length + 2);
  return [`    ${side}: ${first}`, ...rest.map((line) => `${pad}${line}`)];
}

function answerOf({ head }: EvaluatedSuite, id: string): ShownAnswer | null {
  const answer = head.cases.find((row) => row.id === id)?.samples[0]?.answer;
  if (answer === undefined || head.text !== 'full') return null;
  return answer.status === 'failed'
    ? { status: 'failed', message: answer.message }
    : { status: 'answered', output: answer.output, toolCalls: answer.toolCalls.map(({ name }) => name) };
}

const WHOLE_CHARACTERS = 4_000;

function whole(text: string): string {
  return shortened(text, WHOLE_CHARACTERS);
}
