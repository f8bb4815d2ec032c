import type { AnswerContent } from '../../model/answer.js';
import type { LoneCase, PairedCase, ShownAnswer } from '../../model/comparison.js';
import type { EvaluatedSuite } from '../../model/report.js';
import { findJudgement, findScorerFingerprint, type RunRecord, type Sample } from '../../model/run-record.js';
import type { VerdictLabel } from '../../model/verdict.js';
import { splitAnswer } from '../../scorers/judged/split-answer.js';
import { findMeasureWords } from '../../scorers/measure-words.js';
import { cutText } from '../../text/values.js';
import { normalizeWording } from '../../text/words.js';
import { buildCaseAnchor } from '../model/anchors.js';
import { type DiffLine, titleTurns } from '../model/answer-diff.js';
import type { CaseView } from '../model/case-view.js';
import type { SuiteView } from '../model/report-model.js';
import { NONE } from '../model/scores.js';

/** A case's result, in the order of the list; each is a filter of the report. */
export const CASE_KINDS = ['worse', 'better', 'lower', 'changed', 'unscored', 'new', 'same'] as const;
export type CaseKind = (typeof CASE_KINDS)[number];

/** Everything that the page shows about a case. */
export type CaseDetail = {
  readonly kind: CaseKind;
  readonly question: string;
  /** Both means in hundredths, higher is better; `null` if a side has none. */
  readonly scores: { readonly base: number; readonly head: number } | null;
  /** In hundredths; an answer that is missing now lost all of its score. */
  readonly change: number;
  /** The head's, in hundredths; `null` without one. */
  readonly score: number | null;
  /** Both shown answers, statement by statement, side by side. */
  readonly rows: readonly AnswerRow[];
  readonly runs: { readonly base: readonly RunView[]; readonly head: readonly RunView[] };
};

/** `null`: this side does not say it. */
export type AnswerRow = {
  readonly base: StatementView | null;
  readonly head: StatementView | null;
  /** `Turn 2: …`, if a turn of a conversation begins here. Foreign text. */
  readonly turn?: string;
};

/** A statement of an answer with what the judge says about it. */
export type StatementView = VerdictView & {
  readonly text: string;
  readonly change: 'added' | 'dropped' | null;
  /** The change in words: `added`, `partly dropped: …`; empty if there is none. */
  readonly changeNote: string;
};

export type VerdictView = {
  /** `null` if no judge labelled the statement. */
  readonly verdict: VerdictLabel | null;
  /** The verdict in words: `irrelevant`, `unsure`; empty for a relevant one. */
  readonly note: string;
  /** The judge's reason; else empty. */
  readonly reason: string;
};

/** Runs of one side with the same answer and score. */
export type RunView = {
  readonly numbers: readonly number[];
  readonly score: string;
  /** Median; `null` if not measured. */
  readonly seconds: number | null;
  readonly text: string;
};

type AnswerSide = {
  readonly record: RunRecord | undefined;
  readonly samples: readonly Sample[];
  readonly scorer: string;
  readonly bad: string;
};

function createDetails(
  { comparison, head, base }: EvaluatedSuite,
  worse: ReadonlySet<string>,
): (view: CaseView) => CaseDetail {
  const { scorer } = comparison;
  const { bad } = findMeasureWords(head, scorer).items;
  const pairs = new Map(comparison.pairs.map((pair) => [pair.id, pair]));
  const lone = new Map([...comparison.added, ...comparison.edited].map((row) => [row.id, row]));
  const before = new Map(comparison.renamed.map(({ from, to }) => [to, from]));
  const indexSide = (record: RunRecord | undefined) => {
    const cases = new Map(record?.cases.map((row) => [row.id, row]));
    return (id: string): AnswerSide => {
      const row = cases.get(id);
      return { record, scorer, bad, samples: [...(row?.samples ?? []), ...(row?.caseSamples ?? [])] };
    };
  };
  const [atBase, atHead] = [indexSide(base), indexSide(head)];
  return (view) => {
    const pair = pairs.get(view.id);
    const sides = { base: atBase(before.get(view.id) ?? view.id), head: atHead(view.id) };
    if (pair === undefined) return detailLone(view, lone.get(view.id), sides.head);
    const verdicts = {
      base: indexVerdicts(sides.base, pair.baseAnswer),
      head: indexVerdicts(sides.head, pair.headAnswer),
    };
    const hasScores = pair.base !== null && pair.head !== null;
    return {
      kind: chooseKind(pair, worse),
      question: pair.input,
      scores: hasScores ? { base: pair.base, head: pair.head } : null,
      change: pair.base === null ? 0 : (pair.head ?? 0) - pair.base,
      score: pair.head,
      rows: view.diff.length === 0 ? listUnscoredRows(view, pair, verdicts) : alignRows(view, verdicts),
      runs: { base: viewRuns(sides.base), head: viewRuns(sides.head) },
    };
  };
}

function chooseKind(pair: PairedCase, worse: ReadonlySet<string>): CaseKind {
  const { id, delta, statements } = pair;
  if (worse.has(id)) return 'worse';
  if (delta === null) return 'unscored';
  if (delta !== 0) return delta < 0 ? 'lower' : 'better';
  // Its score is as before, and something is new, gone or contradicted.
  return statements.every(({ kind }) => kind === 'still-irrelevant') ? 'same' : 'changed';
}

/** A case that only the head has: nothing in it is added or dropped. */
function detailLone({ diff }: CaseView, row: LoneCase | undefined, head: AnswerSide): CaseDetail {
  const verdicts = indexVerdicts(head, row?.answer ?? null);
  const rows = diff.map(({ text }) => ({ base: null, head: viewStatement(text, verdicts) }));
  return {
    kind: 'new',
    question: row?.input ?? '',
    scores: null,
    change: 0,
    score: row?.score ?? null,
    rows,
    runs: { base: [], head: viewRuns(head) },
  };
}

type VerdictsByWording = ReadonlyMap<string, VerdictView>;

/** By wording; the shown run's verdict wins. */
function indexVerdicts({ samples, scorer, bad }: AnswerSide, shown: ShownAnswer | null): VerdictsByWording {
  const shownRun = samples[(shown?.run?.number ?? 1) - 1];
  const statements = [...samples, ...(shownRun === undefined ? [] : [shownRun])].flatMap((sample) => {
    const judgement = findJudgement(sample, scorer);
    return judgement?.status === 'scored' ? judgement.statements : [];
  });
  const notes = { yes: '', unsure: 'unsure', no: bad };
  return new Map(
    statements.map(({ text, result, reason }) => [
      normalizeWording(text),
      { verdict: result, note: notes[result], reason },
    ]),
  );
}

type SideVerdicts = { readonly base: VerdictsByWording; readonly head: VerdictsByWording };

/** The answers that there are, and on the other side why there is none. */
function listUnscoredRows(
  { reason }: CaseView,
  { head, baseAnswer, headAnswer }: PairedCase,
  verdicts: SideVerdicts,
): readonly AnswerRow[] {
  if (reason === '') return [];
  const failure: StatementView = {
    text: reason,
    verdict: null,
    change: null,
    changeNote: '',
    note: NO_SCORE,
    reason: '',
  };
  const base = viewAnswer(baseAnswer, verdicts.base);
  if (head !== null) {
    const now = viewAnswer(headAnswer, verdicts.head);
    return now.map((each, at) => ({ base: at === 0 ? failure : null, head: each }));
  }
  return (base.length === 0 ? [null] : base).map((each, at) => ({
    base: each,
    head: at === 0 ? failure : null,
  }));
}

/** The note of a side without a score. */
export const NO_SCORE = 'no score';

function viewAnswer(answer: ShownAnswer | null, verdicts: VerdictsByWording): readonly StatementView[] {
  if (answer?.status !== 'answered') return [];
  return splitAnswer(answer.output).map(({ text }) => viewStatement(text, verdicts));
}

/** A dropped line and the added one that follows it share a row. */
function alignRows({ diff, turns }: CaseView, { base, head }: SideVerdicts): readonly AnswerRow[] {
  const rows: AnswerRow[] = [];
  for (const { line, title: later } of titleTurns(diff, turns)) {
    const title = rows.length === 0 && turns.length > 1 ? (later ?? `Turn 1: ${turns[0]}`) : later;
    const row = viewLine(line, base, head);
    const last = rows.at(-1);
    if (title !== null) rows.push({ ...row, turn: title });
    else if (row.head?.change === 'added' && last?.head === null)
      rows[rows.length - 1] = { ...last, head: row.head };
    else rows.push(row);
  }
  return rows;
}

function viewLine(line: DiffLine, base: VerdictsByWording, head: VerdictsByWording): AnswerRow {
  const { sign, text, mark, base: was = text } = line;
  if (sign === '-') return { base: viewDropped(text, base, mark), head: null };
  if (sign === '+') return { base: null, head: viewAdded(text, head, mark) };
  return { base: was === '' ? null : viewStatement(was, base), head: viewStatement(text, head) };
}

function viewDropped(text: string, verdicts: VerdictsByWording, mark: string): StatementView {
  const changeNote = mark === '' ? 'dropped' : mark;
  return { ...viewStatement(text, verdicts), change: 'dropped', changeNote };
}

function viewAdded(text: string, verdicts: VerdictsByWording, mark: string): StatementView {
  return { ...viewStatement(text, verdicts, mark), change: 'added', changeNote: 'added' };
}

function viewStatement(text: string, verdicts: VerdictsByWording, mark = ''): StatementView {
  const { verdict = null, note = '', reason = '' } = verdicts.get(normalizeWording(text)) ?? {};
  return { text, verdict, change: null, changeNote: '', note: mark === '' ? note : mark, reason };
}

function viewRuns({ samples, scorer, record }: AnswerSide): readonly RunView[] {
  const scale = record === undefined ? 1 : (findScorerFingerprint(record, scorer)?.scale ?? 1);
  const runs = samples.map((sample, index) => {
    const judgement = findJudgement(sample, scorer);
    const score = judgement?.status === 'scored' ? (judgement.score / scale).toFixed(2) : NONE;
    return { number: index + 1, score, text: renderSampleText(sample, scorer), answer: sample.answer };
  });
  return [...Map.groupBy(runs, ({ score, text }) => `${score} ${text}`).values()].map((same) => {
    const times = same.flatMap(({ answer }) => ('seconds' in answer ? answer.seconds : []));
    const seconds = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? null;
    const { score = NONE, text = '' } = same[0] ?? {};
    return { numbers: same.map(({ number }) => number), score, text, seconds };
  });
}

const MAX_CALL_LENGTH = 500;

/** The answer with its tool calls, or the conversation; its statements if the record keeps no answers; why there is none. */
function renderSampleText(sample: Sample, scorer: string): string {
  const { answer } = sample;
  const judgement = findJudgement(sample, scorer);
  if (answer.status === 'failed') return answer.message;
  const statements = judgement?.status === 'scored' ? judgement.statements : [];
  const parts = answer.turns?.flatMap((turn) => [
    `User: ${turn.input}`,
    `Agent: ${turn.output}`,
    ...renderToolCalls(turn),
  ]) ?? [
    answer.output === '' ? statements.map((each) => each.text).join('\n') : answer.output,
    ...renderToolCalls(answer),
  ];
  const failure = judgement?.status === 'unscored' ? [`No score: ${judgement.reason}`] : [];
  return [...parts, ...failure].filter((part) => part !== '').join('\n\n');
}

function renderToolCalls({ toolCalls }: AnswerContent): readonly string[] {
  return toolCalls.map(({ name, arguments: given }) =>
    cutText(`${name}(${given === undefined ? '' : JSON.stringify(given)})`, MAX_CALL_LENGTH),
  );
}

/** Names of both sides, as readers know them. */
export type SideNames = readonly [base: string, head: string];

/** A case with its place in the page. */
export type PlacedCase = {
  readonly anchor: string;
  readonly view: CaseView;
  readonly detail: CaseDetail;
  /** Places of its causes among the suite's. */
  readonly causes: readonly number[];
};

/** What changed comes first. */
export function listCases(view: SuiteView, several: boolean): readonly PlacedCase[] {
  const { all, worse, evaluated, causes, name } = view;
  if (evaluated === null) return [];
  const first = new Set(worse.map(({ id }) => id));
  const buildDetail = createDetails(evaluated, first);
  const cases = [...worse, ...all.filter(({ id }) => !first.has(id))].map((each) => ({
    anchor: buildCaseAnchor(each.id, several ? name : null),
    view: each,
    detail: buildDetail(each),
    causes: [...causes.keys()].filter((at) => causes[at]?.caseIds.has(each.id)),
  }));
  const findRank = ({ detail }: PlacedCase) => CASE_KINDS.indexOf(detail.kind);
  return cases.toSorted((a, b) => findRank(a) - findRank(b));
}
