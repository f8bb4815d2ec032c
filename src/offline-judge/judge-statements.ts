import { messageOf, ProviderError } from '../ports/errors.js';
import type { Question } from '../ports/judge.js';
import type { Verdict, VerdictLabel } from '../ports/verdict.js';
import { type AnswerView, placeOf, viewAnswer } from './answer-view.js';
import { backgroundOf } from './background-claim.js';
import { type RequestView, verdictDataSchema, viewRequest } from './request-view.js';
import { nameKeys, no, type Rule, type Situation, unsure, yes } from './rule.js';
import { actionResult } from './rules/action-result.js';
import { codeAnswer } from './rules/code-answer.js';
import { derivedLine } from './rules/derived-line.js';
import { digression } from './rules/digression.js';
import { filledSentence } from './rules/filled-sentence.js';
import { fittingForm, opensAnswer } from './rules/fitting-form.js';
import { graderAddress } from './rules/grader-address.js';
import { listItem } from './rules/list-item.js';
import { oddOneOut } from './rules/odd-one-out.js';
import { refusal } from './rules/refusal.js';
import { sharedWords } from './rules/shared-words.js';
import { shortAnswer } from './rules/short-answer.js';
import { type TextView, viewText } from './text-view.js';
import { isNumberKey, sharedKeys } from './tokens.js';

/** What is a *no* whatever else it says; the first that decides counts. */
const AGAINST: readonly Rule[] = [graderAddress, refusal, digression, oddOneOut];

/** What speaks for a statement by itself; the best of them counts. */
const FOR: readonly Rule[] = [
  sharedWords,
  shortAnswer,
  filledSentence,
  listItem,
  actionResult,
  derivedLine,
  codeAnswer,
];

type Judged = { readonly verdict: Verdict | null; readonly final: boolean };
const UNDECIDED: Judged = { verdict: null, final: false };

/** A statement's verdict from its own words and form, without its neighbours. */
function judgeAlone(situation: Situation): Judged {
  for (const rule of AGAINST) {
    const verdict = rule(situation);
    if (verdict !== null) return { verdict, final: true };
  }
  let best: Verdict | null = null;
  for (const rule of FOR) {
    const verdict = rule(situation);
    if (verdict?.result === 'yes') return { verdict, final: true };
    best ??= verdict;
  }
  return { verdict: best, final: false };
}

/** Answers a question for verdicts, under its keys. Throws `ProviderError` where its data has another shape. */
export function judgeStatements(
  question: Question,
): Readonly<Record<string, { readonly reason: string; readonly verdict: VerdictLabel }>> {
  const read = verdictDataSchema.safeParse(question.data);
  if (!read.success) {
    throw new ProviderError(`The question's data has an unknown shape: ${messageOf(read.error)}`, {
      kind: 'bad-request',
    });
  }
  const { answer, tool_calls: calls } = read.data;
  const judge = createStatementJudge(viewRequest(read.data), viewAnswer(answer, calls));
  return Object.fromEntries(
    Object.entries(read.data.statements).map(([key, text]) => {
      // A call is read with what it gave back.
      const call = calls.find((each) => `called ${each}`.startsWith(text));
      const judged = judge(call === undefined ? text : `Tool call: ${call}`);
      const isOpen = call !== undefined && answer.trim() !== '' && judged.result === 'no';
      const { result, reason } = isOpen ? unsure('It may have been needed for the answer.') : judged;
      return [key, { reason, verdict: result }];
    }),
  );
}

/** Judges statements of one answer; every unit of the answer is looked at once, however many statements there are. */
function createStatementJudge(request: RequestView, answer: AnswerView): (statement: string) => Verdict {
  const alone = answer.units.map((statement, place) => judgeAlone({ statement, place, request, answer }));
  const anchors = alone.flatMap(({ verdict }, place) => (verdict?.result === 'yes' ? [place] : []));
  // What was evaded or declined first may be answered after all.
  const first = alone.findIndex(({ verdict }) => verdict?.result !== 'no');
  const opening = answer.units[first];
  if (opening && opensAnswer(opening, request)) anchors.push(first);
  const settled: (Verdict | null)[] = [];

  const inPlace = (situation: Situation, own: Judged): Verdict | null => {
    if (own.final) return own.verdict;
    const { statement, place } = situation;
    const inherited = place < 0 ? null : continuesAnswer(statement, place, answer, request, settled);
    if (inherited?.result === 'yes') return inherited;
    return fittingForm(situation, { anchors, opens: place === first }) ?? inherited ?? own.verdict;
  };
  for (const [place, statement] of answer.units.entries()) {
    settled.push(inPlace({ statement, place, request, answer }, alone[place] ?? UNDECIDED));
  }
  return (text) => {
    const statement = viewText(text);
    const situation = { statement, place: placeOf(statement, answer), request, answer };
    return inPlace(situation, judgeAlone(situation)) ?? no('It has nothing to do with what was asked.');
  };
}

/** A word inside the sentence for something that was said before it. */
const POINTS_BACK =
  /(?<=[\p{L},]\s)(?:this|these|those|such|without one|with one)(?!\p{L})|^(?:without|with|for|in|after) (?:it|them|one|that|this)(?!\p{L})/iu;

/** How many units back a statement may take up a word. */
const REACH = 4;

/**
 * Reads a statement as the continuation of what stands before it: it opens with a pronoun that points back, or takes up
 * a word of a relevant sentence. `settled` holds the verdicts of the units before it, in order. `null`: it does not
 * continue anything relevant.
 */
function continuesAnswer(
  statement: TextView,
  place: number,
  answer: AnswerView,
  request: RequestView,
  settled: readonly (Verdict | null)[],
): Verdict | null {
  const before = settled[place - 1] ?? null;
  const relevant = before?.result === 'yes';
  if (relevant && statement.opening === 'reference') return yes('It goes on about the sentence before it.');
  if (relevant && POINTS_BACK.test(statement.text)) return yes('It points back to the sentence before it.');
  const background = backgroundOf(statement, request);
  for (let at = place - 1; at >= Math.max(0, place - REACH); at -= 1) {
    const unit = answer.units[at];
    if (unit === undefined || settled[at]?.result !== 'yes') continue;
    const taken = sharedKeys(unit.keys, statement.keys).filter((key) => !isNumberKey(key));
    if (background !== null) break;
    if (taken.length > 0) return yes(`It takes up ${nameKeys(taken)} from a relevant sentence.`);
  }
  return relevant && statement.opening === 'connective' ? yes('It adds to the sentence before it.') : null;
}
