import { messageOf, ProviderError, UserError } from '../../model/errors.js';
import type { Judge, Question } from '../../model/judge.js';
import type { Verdict, VerdictLabel } from '../../model/verdict.js';
import { sentencesOf } from '../../text/sentences.js';
import { wordsOf } from '../../text/words.js';
import {
  advertises,
  type Request,
  readRequest,
  refuses,
  saysDone,
  saysNothing,
  sharedStems,
  speaksOfTriage,
  statesNothing,
  stemsOf,
  talksToJudge,
  verdictDataSchema,
} from './phrases.js';

/** Raised when a rule changes: verdicts under different rules are not comparable. */
const RULES_VERSION = 9;

/**
 * The offline judge for the demo, a first look and tests: shared words, short answers, lists and a few phrases. It
 * understands no meaning, makes no claim, and answers only `answer-relevancy/verdicts`.
 */
export function createBuiltinJudge(): Judge {
  return {
    name: 'builtin',
    fingerprint: `builtin/${RULES_VERSION}`,
    builtin: true,
    async ask(question, { signal }) {
      if (signal.aborted) throw new ProviderError('The run was stopped.', { kind: 'aborted' });
      if (question.prompt !== undefined) {
        throw new UserError(
          `The built-in judge cannot answer ${question.name}, which is a prompt in words: give the scorer a model as judge, for example judge: { model: 'openai/gpt-6-luna' }.`,
        );
      }
      if (question.name === 'answer-relevancy/verdicts') return judgeStatements(question);
      throw new ProviderError(
        `The built-in judge does not answer “${question.name}”: name a model as judge for what needs it.`,
        { kind: 'bad-request' },
      );
    },
  };
}

const yes = (reason: string): Verdict => ({ result: 'yes', reason });
const unsure = (reason: string): Verdict => ({ result: 'unsure', reason });
const no = (reason: string): Verdict => ({ result: 'no', reason });
const UNRELATED = no('It is unrelated to the request.');

/** Answers a question for verdicts. Throws `ProviderError` if its data has another shape. */
function judgeStatements(
  question: Question,
): Readonly<Record<string, { readonly reason: string; readonly verdict: VerdictLabel | 'skip' }>> {
  const read = verdictDataSchema.safeParse(question.data);
  if (!read.success) {
    throw new ProviderError(`The question's data has an unknown shape: ${messageOf(read.error)}`, {
      kind: 'bad-request',
    });
  }
  const { answer, statements } = read.data;
  const request = readRequest(read.data);
  const units = judgeUnits(answer, request);
  return Object.fromEntries(
    Object.entries(statements).map(([key, text]) => {
      const isHeading = units.some((unit) => /^\s*#{1,6}\s/.test(unit.line) && unit.line.endsWith(text));
      const isSkipped = !key.startsWith('c') && (isHeading || statesNothing(text, request.input));
      if (isSkipped) return [key, { reason: 'It states nothing.', verdict: 'skip' }];
      const { result, reason } = judgeStatement(text, units, request);
      return [key, { reason, verdict: result }];
    }),
  );
}

/** A sentence of the answer, its line, and its verdict. */
type Unit = { readonly text: string; readonly line: string; readonly verdict: Verdict };

/** In order, since each sentence may continue the one before it. */
function judgeUnits(answer: string, request: Request): readonly Unit[] {
  const units: Unit[] = [];
  for (const line of answer.split('\n')) {
    for (const text of sentencesOf(line)) {
      units.push({ text, line, verdict: judgeInPlace(text, line, units.at(-1), request) });
    }
  }
  return units;
}

function judgeStatement(text: string, units: readonly Unit[], request: Request): Verdict {
  const at = units.findIndex((unit) => unit.text.includes(text) || text.includes(unit.text));
  const verdict = judgeInPlace(text, units[at]?.line ?? text, units[at - 1], request);
  const isCall = at < 0 && /^called \S+\(/.test(text);
  return isCall && verdict.result === 'no'
    ? unsure('The call may have been needed for the answer.')
    : verdict;
}

function judgeInPlace(text: string, line: string, before: Unit | undefined, request: Request): Verdict {
  if (talksToJudge(text)) return no('It addresses its grader, not the user.');
  if (advertises(text, request.input)) return no('It is advertising outside the request.');
  const own = judgeAlone(text, line, request);
  if (own !== null && own.result !== 'unsure') return own;
  return continues(text, before) ? yes('It continues the sentence before it.') : (own ?? UNRELATED);
}

/** The verdict from a statement's own words and form. */
function judgeAlone(text: string, line: string, request: Request): Verdict | null {
  const stems = stemsOf(text);
  const shared = sharedStems(request.stems, stems).slice(0, 3);
  if (shared.length > 0) {
    return yes(`It shares words with the request: ${shared.map((stem) => `“${stem}”`).join(', ')}.`);
  }
  if (refuses(text)) return no('It declines without mentioning the request.');
  const fits = judgeForm(text, line, request);
  if (fits !== null) return yes(fits);
  return sharedStems(request.taskStems, stems).length > 0 ? unsure('It only touches the task.') : null;
}

const POINTS_BACK =
  /^(?:and |but |then |also )?(?:it|its|they|them|their|this|that|these|those|he|she|then|also|otherwise)\b/i;

/** Starts with a pronoun that refers back, or repeats a word of the relevant sentence before it. */
function continues(text: string, before: Unit | undefined): boolean {
  if (before?.verdict.result !== 'yes') return false;
  return POINTS_BACK.test(text) || sharedStems(stemsOf(before.text), stemsOf(text)).length > 0;
}

const LIST_MARK = /^\s*(?:[-*+•]|\d{1,3}[.)]|[|[{])\s*/u;
const FIELD = /^["'`*_\s-]*\p{L}[^:：\n]{0,40}[:：]\s*\S/u;

/** Lists, records, summaries and short answers share no word with the input: why one fits, else `null`. */
function judgeForm(text: string, line: string, request: Request): string | null {
  switch (request.kind) {
    case 'order':
      return judgeOrderForm(text, line, request);
    case 'text':
      if (FIELD.test(text)) return 'It is a field of the requested summary.';
      return speaksOfTriage(text) ? 'It sums up in words of triage.' : null;
    case 'question':
      return isShortAnswer(text, request) && !FIELD.test(text) ? 'It is a short answer.' : null;
    default:
      return request.kind satisfies never;
  }
}

function judgeOrderForm(text: string, line: string, request: Request): string | null {
  if (FIELD.test(text) || LIST_MARK.test(line)) return 'It is an entry or a field of the requested list.';
  if (saysDone(text)) return 'It reports the request as done.';
  return saysNothing(text) || isShortAnswer(text, request) ? 'It is a short answer.' : null;
}

/** Most words of a phrase, and of an amount, that make a short answer. */
const PHRASE_WORDS = 2;
const AMOUNT_WORDS = 4;
const AMOUNT = /^[^\p{L}]*\p{N}/u;
const NAME = /^(?:\p{Lu}|\p{N}|and$|or$|of$|the$)/u;
const OPENS_LIKE_ANSWER =
  /^(?:yes|no|yeah|correct|true|false|never|always|unfortunately|because|in|on|at|from|behind|about|around|it's|it is|they are|there are)(?![\p{L}-])/iu;

function isShortAnswer(text: string, { answerIsShort }: Request): boolean {
  const words = wordsOf(text, 'numbers');
  if (!answerIsShort || words.length === 0 || text.endsWith('!')) return false;
  if (words.length <= (AMOUNT.test(text) ? AMOUNT_WORDS : PHRASE_WORDS)) return true;
  return (
    words.every((word) => NAME.test(word)) || OPENS_LIKE_ANSWER.test(text) || /,.+\b(?:and|or)\b/u.test(text)
  );
}
