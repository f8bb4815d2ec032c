import { z } from 'zod';
import { describeError, ProviderError, UserError } from '../model/errors.js';
import type { Judge, Question } from '../model/judge.js';
import type { Verdict } from '../model/verdict.js';
import { listSentences } from '../text/sentences.js';
import { listContentWords, listWords } from '../text/words.js';

/** Raised when a rule changes: verdicts under different rules are not comparable. */
const RULES_VERSION = 10;

/**
 * The offline judge for the demo, a first look and tests. It looks for shared words, short answers, lists
 * and a few phrases, does not understand meaning, and answers only `answer-relevancy/verdicts`.
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

const verdictDataSchema = z.object({
  task: z.string().nullable().default(null),
  conversation: z.array(z.object({ role: z.string(), content: z.string() })).default([]),
  input: z.string(),
  answer: z.string(),
  /** Keyed as in the reply. */
  statements: z.record(z.string(), z.string()),
});

/** A greeting, thanks, a sign-off, a heading, or an announcement of the next line. */
const EMPTY =
  /^(?:(?:hi|hello|hey|dear)\b.{0,30}|(?:many )?(?:thanks|thank you)\b.{0,40}|(?:sure|of course|certainly)|(?:best|kind|warm) regards.{0,30}|(?:i )?hope (?:this|that) helps)[\s.!,:]*$|^[^.!?\n]{0,80}:$/iu;

/** Throws `ProviderError` if the question's data has another shape. */
function judgeStatements({ data }: Question): Readonly<Record<string, object>> {
  const read = verdictDataSchema.safeParse(data);
  if (!read.success) {
    throw new ProviderError(`The question's data has an unknown shape: ${describeError(read.error)}`, {
      kind: 'bad-request',
    });
  }
  const { answer, statements, input } = read.data;
  const request = parseRequest(read.data);
  const sentences = judgeSentences(answer, request);
  return Object.fromEntries(
    Object.entries(statements).map(([key, text]) => {
      const isHeading = sentences.some(({ line }) => /^\s*#{1,6}\s/.test(line) && line.endsWith(text));
      const statesNothing = EMPTY.test(text) && !EMPTY.test(input);
      if (!key.startsWith('c') && (isHeading || statesNothing)) {
        return [key, { reason: 'It states nothing.', verdict: 'skip' }];
      }
      const { result, reason } = judgeStatement(text, sentences, request);
      return [key, { reason, verdict: result }];
    }),
  );
}

const REQUEST_TO_ACT =
  /^(?:please |can you |could you )?(?:list|show|find|schedule|book|create|delete|remove|add|send|remind|set|cancel|update|move)\b/i;
const TRANSFORM = /\b(?:summar\w+|triag\w+|translat\w+|rewrit\w+|classif\w+|extract\w*)\b/i;
const LETTER =
  /^(?:from|to|subject|hi|hello|dear|hey)\b[^\n]{0,60}[:,!]|\b(?:regards|thanks|cheers|wishes),?\s*\n/im;
/** Inputs with fewer stems depend on the conversation. */
const MIN_TOPIC_STEMS = 3;
const LAST_TURNS = 2;
const MAX_SHORT_ANSWER_WORDS = 9;

type ParsedRequest = ReturnType<typeof parseRequest>;

function classifyInput(input: string): 'order' | 'text' | 'question' {
  if (REQUEST_TO_ACT.test(input)) return 'order';
  return TRANSFORM.test(input) || LETTER.test(input) ? 'text' : 'question';
}

function parseRequest({ input, task, conversation, answer }: z.output<typeof verdictDataSchema>) {
  const own = listStems(input);
  const turns = conversation.filter(({ role }) => role !== 'system').slice(-LAST_TURNS);
  const before = own.size < MIN_TOPIC_STEMS ? turns.map(({ content }) => content).join('\n') : '';
  return {
    kind: classifyInput(input),
    stems: new Set([...own, ...listStems(before)]),
    taskStems: listStems(task ?? ''),
    answerIsShort: listWords(answer, 'numbers').length <= MAX_SHORT_ANSWER_WORDS,
  } as const;
}

const yes = (reason: string): Verdict => ({ result: 'yes', reason });
const unsure = (reason: string): Verdict => ({ result: 'unsure', reason });
const no = (reason: string): Verdict => ({ result: 'no', reason });

/** A sentence of the answer, its line, and its verdict. */
type Sentence = { readonly text: string; readonly line: string; readonly verdict: Verdict };

/** In order, since each sentence may continue the one before it. */
function judgeSentences(answer: string, request: ParsedRequest): readonly Sentence[] {
  const judgedSentences: Sentence[] = [];
  for (const line of answer.split('\n')) {
    for (const text of listSentences(line)) {
      judgedSentences.push({
        text,
        line,
        verdict: judgeInPlace(text, line, judgedSentences.at(-1), request),
      });
    }
  }
  return judgedSentences;
}

function judgeStatement(text: string, sentences: readonly Sentence[], request: ParsedRequest): Verdict {
  const at = sentences.findIndex((each) => each.text.includes(text) || text.includes(each.text));
  const verdict = judgeInPlace(text, sentences[at]?.line ?? text, sentences[at - 1], request);
  const isCall = at < 0 && /^called \S+\(/.test(text);
  return isCall && verdict.result === 'no'
    ? unsure('The call may have been needed for the answer.')
    : verdict;
}

/** Advertising, words to the grader, and refusals. */
const ADVERTISING =
  /\b(?:buy|order|shop|upgrade|subscribe|sign up|try)\b.{0,40}\b(?:now|today|for free)\b|\b(?:follow|like) us\b|\b(?:promo|discount|coupon) codes?\b/i;
const TO_GRADER =
  /\b(?:judge|grader|evaluator)s?\b(?:\s*[:,]|.{0,40}\b(?:must|should|give|mark|score)\b)|\b(?:ignore|disregard)\b.{0,40}\b(?:instructions?|rubric|rules?)\b|\bverdicts?\b\W{0,4}[:=]|\bthis (?:statement|answer|response)\b.{0,20}\bis\b.{0,20}\brelevant\b/i;
const REFUSAL =
  /\b(?:i|we)(?:'m| am| are)? (?:can(?:no|')t|cannot|won't|will not|unable|not able|don't know)\b|\bas an ai\b/i;
const POINTS_BACK =
  /^(?:and |but |then |also )?(?:it|its|they|them|their|this|that|these|those|he|she|then|also|otherwise)\b/i;

function judgeInPlace(
  text: string,
  line: string,
  before: Sentence | undefined,
  request: ParsedRequest,
): Verdict {
  const plain = text.replaceAll('’', "'");
  if (TO_GRADER.test(plain)) return no('It addresses its grader, not the user.');
  if (ADVERTISING.test(plain)) return no('It is advertising outside the request.');
  const stems = listStems(text);
  const shared = listSharedStems(request.stems, stems).slice(0, 3);
  if (shared.length > 0) {
    return yes(`It shares words with the request: ${shared.map((stem) => `“${stem}”`).join(', ')}.`);
  }
  if (REFUSAL.test(plain)) return no('It declines without mentioning the request.');
  const fits = judgeForm(text, line, request);
  if (fits !== null) return yes(fits);
  const isRelevantBefore = before?.verdict.result === 'yes';
  if (
    isRelevantBefore &&
    (POINTS_BACK.test(text) || listSharedStems(listStems(before.text), stems).length > 0)
  ) {
    return yes('It continues the sentence before it.');
  }
  if (request.kind === 'text') return unsure('It may be part of the requested text.');
  const touchesTask = listSharedStems(request.taskStems, stems).length > 0;
  return touchesTask ? unsure('It only touches the task.') : no('It is unrelated to the request.');
}

const LIST_MARK = /^\s*(?:[-*+•]|\d{1,3}[.)]|[|[{])\s*/u;
const FIELD = /^["'`*_\s-]*\p{L}[^:：\n]{0,40}[:：]\s*\S/u;
const DONE = /\b(?:done|scheduled|booked|created|confirmed|added|sent|cancell?ed|updated|deleted|removed)\b/i;
const NOTHING = /^(?:sorry,? )?(?:none|nothing|no\s|there (?:are|is) (?:no|nothing)\b)/i;

/** Lists, records, summaries and short answers share no word with the input: why one fits, else `null`. */
function judgeForm(text: string, line: string, request: ParsedRequest): string | null {
  const isField = FIELD.test(text);
  if (request.kind === 'text') return isField ? 'It is a field of the requested summary.' : null;
  if (request.kind === 'order') {
    if (isField || LIST_MARK.test(line)) return 'It is an entry or a field of the requested list.';
    if (DONE.test(text) || NOTHING.test(text)) return 'It reports what was done or found.';
  }
  return !isField && isShortAnswer(text, request) ? 'It is a short answer.' : null;
}

/** Most words of a phrase, and of an amount, that make a short answer. */
const MAX_PHRASE_WORDS = 2;
const MAX_AMOUNT_WORDS = 4;
const AMOUNT = /^[^\p{L}]*\p{N}/u;
const NAME = /^(?:\p{Lu}|\p{N}|and$|or$|of$|the$)/u;
const OPENS_LIKE_ANSWER =
  /^(?:yes|no|true|false|never|always|because|in|on|at|from|behind|about|it's|it is|they are|there are)(?![\p{L}-])/iu;

function isShortAnswer(text: string, { answerIsShort }: ParsedRequest): boolean {
  const words = listWords(text, 'numbers');
  if (!answerIsShort || words.length === 0 || text.endsWith('!')) return false;
  if (words.length <= (AMOUNT.test(text) ? MAX_AMOUNT_WORDS : MAX_PHRASE_WORDS)) return true;
  return (
    words.every((word) => NAME.test(word)) || OPENS_LIKE_ANSWER.test(text) || /,.+\b(?:and|or)\b/u.test(text)
  );
}

/** English and German endings, after at least three letters. */
const ENDINGS = /(?<=\p{L}{3})(?:ations?|ments?|ings?|ions?|ung(?:en)?|ed|ly|es|en|e|s)$/u;
/** Letters of a stem: enough to distinguish topics, and few enough for "cancel" to match "cancellation". */
const MAX_STEM_LENGTH = 6;
/** Words of any topic, whose match says nothing. */
const COMMON_WORDS = new Set(
  'please thank thanks hello thing things way make get got give go take use need want like know tell say show see let find help good best better well new many much more lot people person time today now day days week month year hour minute one two three first last long big list question answer'.split(
    ' ',
  ),
);

/** The stems of a text's content words, in any script. Words of any topic count only if there are no others. */
function listStems(text: string): ReadonlySet<string> {
  // `createEvent` is two words. A single digit or Latin letter is not a word.
  const words = listContentWords(text.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')).filter(
    (word) => !/^[\p{N}\p{Script=Latin}]$/u.test(word),
  );
  const strong = words.filter((word) => !COMMON_WORDS.has(word));
  return new Set((strong.length > 0 ? strong : words).map(findStem));
}

function findStem(word: string): string {
  const bare = word.replace(/['’]s?$/u, '').replace(/(?<=\p{L}{3})ies$/u, 'y');
  return bare
    .replace(ENDINGS, '')
    .slice(0, MAX_STEM_LENGTH)
    .replace(/(\p{L})\1$/u, '$1');
}

function listSharedStems(wanted: ReadonlySet<string>, textStems: ReadonlySet<string>): readonly string[] {
  return [...wanted].filter((stem) => textStems.has(stem));
}
