import type {
  Comparison,
  LoneCase,
  PairedCase,
  ShownAnswer,
  StatementChange,
  UnscoredCase,
} from '../../model/comparison.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import { type CaseRecord, findJudgement } from '../../model/run-record.js';
import type { MeasureWords } from '../../scorers/measure-words.js';
import {
  capitalize,
  collapseWhitespace,
  cutText,
  formatCount,
  formatNumber,
  removeLastLines,
} from '../../text/values.js';
import { normalizeWording } from '../../text/words.js';
import { type DiffLine, describeDrop, diffAnswers } from './answer-diff.js';
import { NONE } from './scores.js';

/** One case of the report. Scores are as the scorer gives them; all other text is foreign. */
export type CaseView = {
  readonly id: string;
  readonly name: CaseName;
  /** Its place in the HTML report; `null` if that has no address. */
  readonly url: string | null;
  /** The whole question, or a conversation's questions; empty if the record keeps no text. */
  readonly input: string;
  /** The user's messages of a conversation; else empty. */
  readonly turns: readonly string[];
  /** Those of its tags that have a gate of their own. Foreign text. */
  readonly tags: readonly string[];
  readonly base: string;
  readonly head: string;
  readonly delta: string;
  /** Its changed statements, or why it has no score, for a table. */
  readonly changes: readonly {
    readonly sign: '+' | '-' | '';
    readonly text: string;
    /** True for what is dropped or said otherwise in a way that is not confirmed. */
    readonly isPossible?: boolean;
  }[];
  readonly diff: readonly DiffLine[];
  /** Why the scorer or judge says so; else empty. */
  readonly reason: string;
};

/** True if the pull request's answer has a score. */
export function isScored({ head }: CaseView): boolean {
  return head !== NONE;
}

export type CaseNaming = MeasuredCases & {
  readonly words: MeasureWords;
  readonly nameCase: (row: LoneCase | PairedCase) => CaseName;
  readonly buildUrl: (id: string) => string | null;
  readonly listGatedTags: (id: string) => readonly string[];
};

/** A case that both sides have. */
export function viewPair(
  pair: PairedCase,
  naming: CaseNaming & { readonly unscored: UnscoredCase | undefined },
): CaseView {
  const { words, nameCase, buildUrl, listGatedTags, unscored } = naming;
  const { from, to, delta } = words.figures(pair.base, pair.head);
  const failure = unscored === undefined ? null : capitalize(removeLastLines(unscored.reason));
  const reason = pair.statements.find(({ kind }) => kind === 'newly-irrelevant')?.reason;
  let diff: readonly DiffLine[] | null = null;
  const unsure = () => findUnsure(pair, naming);
  return {
    id: pair.id,
    name: nameCase(pair),
    url: buildUrl(pair.id),
    input: pair.input,
    turns: listTurns(pair),
    tags: listGatedTags(pair.id),
    base: from,
    head: to,
    delta,
    // Both are made only if they are shown: a suite may have 10,000 cases.
    get changes(): CaseView['changes'] {
      return failure === null ? listCaseChanges(pair, this.diff) : [{ sign: '', text: failure }];
    },
    get diff() {
      diff ??= failure === null ? markUnsure(diffAnswers(pair, words.items.bad), unsure()) : [];
      return diff;
    },
    get reason() {
      if (failure !== null || reason !== undefined) return failure ?? reason ?? '';
      if (!words.judgesItems) return pair.headReason ?? '';
      const line = this.diff.find(({ mark }) => mark === UNSURE);
      return line === undefined ? '' : (unsure().get(normalizeWording(line.text)) ?? '');
    },
  };
}

/** The mark of a statement that the judge neither accepts nor rejects. */
export const UNSURE = 'unsure';

/** Reasons of the statements that the judge neither accepts nor rejects, if the answer's score fell. */
function findUnsure(pair: PairedCase, { measured, scorer }: MeasuredCases): ReadonlyMap<string, string> {
  if ((pair.delta ?? 0) >= 0) return new Map();
  const judgement = findShownJudgement(pair.headAnswer ?? undefined, {
    measured: measured.get(pair.id),
    scorer,
  });
  const unsure = judgement?.statements?.filter(({ result }) => result === 'unsure') ?? [];
  return new Map(unsure.map(({ text, reason }) => [normalizeWording(text), reason]));
}

function markUnsure(diff: readonly DiffLine[], unsure: ReadonlyMap<string, string>): readonly DiffLine[] {
  return diff.map((line) =>
    line.sign === '+' && line.mark === '' && unsure.has(normalizeWording(line.text))
      ? { ...line, mark: UNSURE }
      : line,
  );
}

/** Changes that make an answer worse, the worst first. */
export const WORSE_KINDS = ['newly-irrelevant', 'says-otherwise', 'lost', 'partly-lost'] as const;
/** A change that makes an answer worse. */
export type WorseChange = StatementChange & { readonly kind: (typeof WORSE_KINDS)[number] };

/** True for a change that makes an answer worse. */
export function isWorse(change: StatementChange): change is WorseChange {
  return WORSE_KINDS.some((kind) => kind === change.kind);
}

/** Unconfirmed drops are named only if there is nothing else. */
function preferSure<Change extends StatementChange>(changes: readonly Change[]): readonly Change[] {
  const sure = changes.filter((change) => change.confirmed || describeDrop(change) === null);
  return sure.length > 0 ? sure : changes;
}

/** The changes that made it worse; if it fell without any, all changes of its diff. */
function listCaseChanges({ statements, delta }: PairedCase, diff: readonly DiffLine[]): CaseView['changes'] {
  const fell = (delta ?? 0) < 0;
  // An agent that words each answer anew repeats no irrelevant statement, though each of its answers has one.
  const stray = statements.filter(({ kind }) => fell && kind === 'stray');
  const worse = preferSure([...stray, ...statements.filter(isWorse)]).flatMap(
    ({ kind, text, otherText, confirmed: isSure = false }): CaseView['changes'] => {
      if (kind === 'newly-irrelevant' || kind === 'stray') return [{ sign: '+', text }];
      const dropped = { sign: '-', text, isPossible: !isSure } as const;
      return [dropped, ...(otherText === null ? [] : [{ sign: '+', text: otherText } as const])];
    },
  );
  if (!fell || worse.some(({ sign, isPossible = false }) => sign === '+' || !isPossible)) return worse;
  const unsure = diff.filter(({ mark }) => mark === UNSURE);
  if (unsure.length > 0) return unsure.map(({ text }) => ({ sign: '+', text }));
  if (worse.length > 0) return worse;
  return diff.filter(isSigned).map(({ sign, text }) => ({ sign, text }));
}

function isSigned(line: DiffLine): line is DiffLine & { readonly sign: '+' | '-' } {
  return line.sign !== ' ';
}

/** A case without an answer of the base to compare with. */
export function viewLone(
  row: LoneCase,
  { words, nameCase, buildUrl, listGatedTags, measured, scorer }: CaseNaming,
): CaseView {
  const judgement = findShownJudgement(row.answer, { measured: measured.get(row.id), scorer });
  const statements = judgement?.statements ?? [];
  const bad = statements.filter(({ result }) => result === 'no');
  return {
    id: row.id,
    name: nameCase(row),
    url: buildUrl(row.id),
    input: row.input,
    turns: listTurns(row),
    tags: listGatedTags(row.id),
    base: NONE,
    head: words.score(row.score),
    delta: NONE,
    changes: bad.map(({ text }) => ({ sign: '', text: `${words.items.bad}: ${text}` })),
    diff: statements.map(({ text, result, labelKey }) =>
      omitUndefined({
        sign: ' ',
        text,
        mark: { yes: '', unsure: 'unsure', no: words.items.bad }[result],
        labelKey,
      }),
    ),
    reason: bad[0]?.reason ?? (words.judgesItems ? '' : (judgement?.reason ?? '')),
  };
}

type MeasuredCases = {
  /** The head's record of each case, by id. */
  readonly measured: ReadonlyMap<string, CaseRecord>;
  readonly scorer: string;
};

/** Of the run that is shown, else of the first with a score. */
function findShownJudgement(
  answer: ShownAnswer | undefined,
  { measured, scorer }: { readonly measured: CaseRecord | undefined; readonly scorer: string },
) {
  const samples = measured?.samples ?? [];
  const run = answer?.run?.number;
  const shown = run === undefined ? samples : samples.slice(run - 1, run);
  const judgements = shown.map((sample) => findJudgement(sample, scorer));
  return judgements.find((judgement) => judgement?.status === 'scored');
}

type NamedCase = { readonly id: string; readonly input: string };

/** The user's messages, if the case is a conversation whose answers were kept. */
function listTurns(row: PairedCase | LoneCase): readonly string[] {
  const answers = 'headAnswer' in row ? [row.headAnswer, row.baseAnswer] : [row.answer];
  const answer = answers.find((each) => each?.status === 'answered');
  return answer?.status === 'answered' ? (answer.turns ?? []).map(({ input }) => input) : [];
}

const MAX_NAME_LENGTH = 60;

/** Names cases by their question; `id` is set if two questions look alike. Foreign text. */
export type CaseName = { readonly question: string; readonly id: string | null };

/** Names cases by their questions, and by their ids if two questions look alike. */
export function createCaseNames(
  rows: readonly (PairedCase | LoneCase)[],
): (row: PairedCase | LoneCase) => CaseName {
  const nameCase = (row: PairedCase | LoneCase) => {
    const turns = listTurns(row);
    const [first] = turns;
    return first === undefined || turns.length < 2
      ? shortenQuestion(row)
      : `${shortenQuestion({ id: row.id, input: first })} (${turns.length} turns)`;
  };
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(nameCase(row), (counts.get(nameCase(row)) ?? 0) + 1);
  return (row) => {
    const question = nameCase(row);
    return { question, id: (counts.get(question) ?? 0) > 1 ? row.id : null };
  };
}

/** The question's beginning; the id if the record keeps no text. */
export function shortenQuestion({ id, input }: NamedCase): string {
  return cutText(collapseWhitespace(input), MAX_NAME_LENGTH) || id;
}

/** The same change of the same statement in several answers. Texts are foreign. */
export type SharedChange = {
  /** `Added to 4 answers`. */
  readonly title: string;
  /** Statements that the same answers gained or lost. */
  readonly texts: readonly string[];
  /** The head's words for what it now says otherwise. */
  readonly now: string | null;
  readonly reason: string;
  /** True for what is missing or contradicted. */
  readonly isLoss: boolean;
  readonly caseIds: ReadonlySet<string>;
};

/** Why these answers got worse: the worst kind first, of each the most frequent. */
export function findCauses(
  pairs: readonly PairedCase[],
  wordings: Comparison['wordings'],
): readonly SharedChange[] {
  const changes = pairs.flatMap(({ id, statements }) =>
    statements.filter(isWorse).map((change) => ({ change, id, title: renderCauseTitle(change) })),
  );
  const sure = new Set<StatementChange>(preferSure(changes.map(({ change }) => change)));
  const groups = Map.groupBy(
    changes.filter(({ change }) => sure.has(change)),
    ({ title, change: { text } }) => `${title} ${wordings.get(text) ?? normalizeWording(text)}`,
  );
  const shared = [...groups.values()].flatMap((group) => {
    const caseIds = new Set(group.map(({ id }) => id));
    return group.slice(0, 1).map(({ change, title }) => ({
      rank: WORSE_KINDS.indexOf(change.kind),
      title: nameCause(change, title, caseIds.size),
      texts: [change.text],
      now: change.kind === 'says-otherwise' ? change.otherText : null,
      reason: change.kind === 'newly-irrelevant' ? change.reason : '',
      isLoss: change.kind !== 'newly-irrelevant',
      caseIds,
    }));
  });
  return joinSame(shared.sort((a, b) => a.rank - b.rank || b.caseIds.size - a.caseIds.size));
}

/** `Added to 3 answers`. A single answer may have been replaced. */
function nameCause({ kind }: WorseChange, title: string, answers: number): string {
  return kind === 'newly-irrelevant' && answers === 1
    ? '1 answer now says'
    : `${title} ${formatCount(answers, 'answer')}`;
}

/** The highest score, in hundredths. */
export const FULL_SCORE = 100;

/** `4 answers now say only`, if all that these answers say is the cause's statements, and none of it was irrelevant before. */
export function nameWholeAnswers(
  cause: SharedChange,
  answers: readonly { readonly pair: PairedCase; readonly view: CaseView }[],
  wordings: Comparison['wordings'],
): SharedChange {
  const nameWording = (text: string) => wordings.get(text) ?? normalizeWording(text);
  const texts = new Set(cause.texts.map(nameWording));
  const isWhole = answers
    .filter(({ pair }) => cause.caseIds.has(pair.id))
    .every(({ pair: { base, head }, view }) => {
      const isAllNew = !cause.isLoss && base === FULL_SCORE && head === 0;
      return isAllNew && view.diff.every(({ sign, text }) => sign === '-' || texts.has(nameWording(text)));
    });
  if (!isWhole) return cause;
  const { size } = cause.caseIds;
  const title = size === 1 ? '1 answer now says only' : `${formatNumber(size)} answers now say only`;
  return { ...cause, title };
}

const MAX_TEXTS = 3;

/** Statements that the same answers gained or lost, as one cause. */
function joinSame(causes: readonly SharedChange[]): readonly SharedChange[] {
  const same = Map.groupBy(
    causes,
    ({ title, now, caseIds }) => `${title} ${now ?? ''} ${[...caseIds].join(' ')}`,
  );
  return [...same.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const texts = [first, ...others].flatMap((cause) => cause.texts);
    return [{ ...first, texts: texts.slice(0, MAX_TEXTS) }];
  });
}

/** Irrelevant statements that no answer has any more. */
export function findRepairs(
  pairs: readonly PairedCase[],
  wordings: Comparison['wordings'],
): readonly SharedChange[] {
  const gone = pairs.flatMap(({ id, statements }) =>
    statements.filter(({ kind }) => kind === 'no-longer-irrelevant').map(({ text }) => ({ id, text })),
  );
  const groups = Map.groupBy(gone, ({ text }) => wordings.get(text) ?? normalizeWording(text));
  const repairs = [...groups.values()].map((group) => {
    const caseIds = new Set(group.map(({ id }) => id));
    const title = `Gone from ${formatCount(caseIds.size, 'answer')}`;
    return { title, texts: [group[0]?.text ?? ''], now: null, reason: '', isLoss: false, caseIds };
  });
  return joinSame(repairs.sort((a, b) => b.caseIds.size - a.caseIds.size));
}

/** Statements that several answers gained, if no cause names them: the answers fell, and no rule calls these irrelevant. */
export function findAdditions(
  cases: readonly CaseView[],
  causes: readonly SharedChange[],
): readonly SharedChange[] {
  const causeWordings = new Set(
    causes.flatMap(({ texts, now }) => [...texts, now ?? '']).map(normalizeWording),
  );
  const gained = cases.flatMap(({ id, changes }) =>
    changes
      .filter(({ sign, text }) => sign === '+' && !causeWordings.has(normalizeWording(text)))
      .map(({ text }) => ({ id, text })),
  );
  const groups = [...Map.groupBy(gained, ({ text }) => normalizeWording(text)).values()];
  const additions = groups.map((group) => {
    const caseIds = new Set(group.map(({ id }) => id));
    const title = `Added to ${formatCount(caseIds.size, 'answer')}`;
    return { title, texts: [group[0]?.text ?? ''], now: null, reason: '', isLoss: false, caseIds };
  });
  return additions.filter(({ caseIds }) => caseIds.size > 1);
}

const TITLES: Readonly<Record<string, string>> = {
  dropped: 'missing from',
  'partly dropped': 'partly missing from',
};

function renderCauseTitle(change: WorseChange): string {
  const drop = describeDrop(change);
  if (drop === null) return 'Added to';
  const words = drop.replace(/^possibly /, '');
  const title = TITLES[words] ?? `${words} in`;
  return capitalize(drop === words ? title : `possibly ${title}`);
}
