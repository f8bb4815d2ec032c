import type { Verdict } from '../../model/verdict.js';
import { type AnswerView, placeOf } from './answer-view.js';
import { continuesAnswer } from './discourse.js';
import type { RequestView } from './request-view.js';
import { no, type Rule, type Situation } from './rule.js';
import { actionResult } from './rules/action-result.js';
import { codeAnswer } from './rules/code-answer.js';
import { composedLine } from './rules/composed-line.js';
import { courtesy } from './rules/courtesy.js';
import { derivedLine } from './rules/derived-line.js';
import { digression } from './rules/digression.js';
import { errorText } from './rules/error-text.js';
import { graderAddress } from './rules/grader-address.js';
import { instructedStep } from './rules/instructed-step.js';
import { letterLine } from './rules/letter-line.js';
import { listItem } from './rules/list-item.js';
import { refusal } from './rules/refusal.js';
import { sharedWords } from './rules/shared-words.js';
import { shortAnswer } from './rules/short-answer.js';
import { tableRow } from './rules/table-row.js';
import { taskDemand } from './rules/task-demand.js';
import { toolResult } from './rules/tool-result.js';
import { translatedLine } from './rules/translated-line.js';
import { viewText } from './text-view.js';

/** What is a *no* whatever else it says; the first that decides counts. */
const AGAINST: readonly Rule[] = [graderAddress, errorText, refusal, digression];

/** What speaks for a statement by itself; the best of them counts. */
const FOR: readonly Rule[] = [
  sharedWords,
  shortAnswer,
  toolResult,
  listItem,
  actionResult,
  derivedLine,
  translatedLine,
  letterLine,
  instructedStep,
  codeAnswer,
  tableRow,
  composedLine,
  courtesy,
  taskDemand,
];

/** A statement's verdict from its own words and form, without its neighbours. */
function judgeAlone(situation: Situation): { readonly verdict: Verdict | null; readonly final: boolean } {
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

/** Judges statements of one answer; every unit of the answer is looked at once, however many statements there are. */
export function createStatementJudge(
  request: RequestView,
  answer: AnswerView,
): (statement: string) => Verdict {
  const alone = answer.units.map((statement, place) => judgeAlone({ statement, place, request, answer }));
  const settled: (Verdict | null)[] = [];
  for (const [place, unit] of answer.units.entries()) {
    const own = alone[place];
    const inherited =
      own === undefined || own.final ? null : continuesAnswer(unit, place, answer, request, settled);
    settled.push(inherited ?? own?.verdict ?? null);
  }
  return (text) => {
    const statement = viewText(text);
    const place = placeOf(statement, answer);
    const own = judgeAlone({ statement, place, request, answer });
    const inherited =
      own.final || place < 0 ? null : continuesAnswer(statement, place, answer, request, settled);
    return inherited ?? own.verdict ?? no('It has nothing to do with what was asked.');
  };
}
