import { z } from 'zod';
import { contentWords, wordsOf } from '../../text/words.js';

/** English and German endings, after at least three letters. */
const ENDINGS = /(?<=\p{L}{3})(?:ations?|ments?|ings?|ions?|ung(?:en)?|ed|ly|es|en|e|s)$/u;
/** Letters of a stem: enough to distinguish topics, and few enough for "cancel" to match "cancellation". */
const LONGEST_STEM = 6;

/** Words of any topic, whose match says nothing. */
const WEAK_WORDS = new Set(
  `please thank thanks hello dear thing things way make made get gets got give gives go goes going take takes put use
  need needs want wants like know tell say says show shows see let find help good best better well new many much more
  lot lots people person someone time times today tomorrow now day days week weeks month months year years hour hours
  minute minutes one two three first last next long big small list question questions answer answers`.split(
    /\s+/u,
  ),
);

/** The stems of a text's content words, in any script. Words of any topic count only if there are no others. */
export function stemsOf(text: string): ReadonlySet<string> {
  // `createEvent` is two words.
  const words = contentWords(text.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')).filter((word) => !isBare(word));
  const strong = words.filter((word) => !WEAK_WORDS.has(word));
  return new Set((strong.length > 0 ? strong : words).map(stemOf));
}

export function sharedStems(wanted: ReadonlySet<string>, given: ReadonlySet<string>): readonly string[] {
  return [...wanted].filter((stem) => given.has(stem));
}

/** A single digit or Latin letter. */
function isBare(word: string): boolean {
  return /^[\p{N}\p{Script=Latin}]$/u.test(word);
}

function stemOf(word: string): string {
  const bare = word.replace(/['’]s?$/u, '').replace(/(?<=\p{L}{3})ies$/u, 'y');
  return bare
    .replace(ENDINGS, '')
    .slice(0, LONGEST_STEM)
    .replace(/(\p{L})\1$/u, '$1');
}

/** The `data` of the question `answer-relevancy/verdicts`. */
export const verdictDataSchema = z.object({
  task: z.string().nullable().default(null),
  conversation: z.array(z.object({ role: z.string(), content: z.string() })).default([]),
  input: z.string(),
  answer: z.string(),
  tool_calls: z.array(z.string()).default([]),
  /** Keyed as in the reply. */
  statements: z.record(z.string(), z.string()),
});

type VerdictData = z.output<typeof verdictDataSchema>;

/** `order`: list or do something. `text`: write a summary, a label or the like. */
export type RequestKind = 'question' | 'order' | 'text';

/** The request as the rules see it. */
export type Request = {
  readonly kind: RequestKind;
  readonly input: string;
  /** Stems of the input, and of earlier turns if the input is too short to have a topic. */
  readonly stems: ReadonlySet<string>;
  readonly taskStems: ReadonlySet<string>;
  readonly answerIsShort: boolean;
};

const ORDER =
  /^(?:please |can you |could you )?(?:list|show|find|schedule|book|create|delete|remove|add|send|remind|set|cancel|update|move)\b/i;
const TRANSFORM = /\b(?:summar\w+|triag\w+|translat\w+|rewrit\w+|classif\w+|extract\w*)\b/i;
const LETTER =
  /^(?:from|to|subject|hi|hello|dear|hey)\b[^\n]{0,60}[:,!]|\b(?:regards|thanks|cheers|wishes),?\s*\n/im;
/** Longer inputs are material to work on. */
const MATERIAL_WORDS = 40;
/** Inputs with fewer stems depend on the conversation. */
const OWN_TOPIC = 3;
const LAST_TURNS = 2;
const SHORT_ANSWER_WORDS = 9;

export function readRequest({ input, task, conversation, answer }: VerdictData): Request {
  const own = stemsOf(input);
  const turns = conversation.filter(({ role }) => role !== 'system').slice(-LAST_TURNS);
  const before = own.size < OWN_TOPIC ? turns.map(({ content }) => content).join('\n') : '';
  return {
    kind: kindOf(input, task ?? ''),
    input,
    stems: new Set([...own, ...stemsOf(before)]),
    taskStems: stemsOf(task ?? ''),
    answerIsShort: wordsOf(answer, 'numbers').length <= SHORT_ANSWER_WORDS,
  };
}

function kindOf(input: string, task: string): RequestKind {
  if (ORDER.test(input)) return 'order';
  if (TRANSFORM.test(input) || LETTER.test(input)) return 'text';
  const isMaterial = input.split(/\s+/u).length > MATERIAL_WORDS;
  return isMaterial && TRANSFORM.test(task) ? 'text' : 'question';
}

/** Advertising. */
const ADVERTISING: readonly RegExp[] = [
  /\b(?:buy|order|shop|upgrade|subscribe|sign up|book|join|act|switch|try)\b.{0,40}\b(?:now|today|tonight|for free|this (?:week|month))\b/i,
  /\b(?:save|get|enjoy|take)\b.{0,30}\b(?:\d+ ?(?:%|percent)|(?:\w+ )?months? free)/i,
  /\b(?:\d+|ten|twenty|fifty) ?(?:%|percent) (?:off|discount|cheaper)/i,
  /\b(?:limited|special|exclusive|unbeatable|amazing) (?:time )?(?:offers?|deals?|discounts?|prices?)\b/i,
  /\b(?:promo(?:tion)?|discount|coupon|voucher) codes?\b|\bdon't miss (?:out|our|this)\b|\bfree trial\b/i,
  /\b(?:follow|like|find) us\b|\b(?:our|free) (?:newsletter|podcast|webinar|blog)\b|\b(?:check out|discover) our\b/i,
];

/** In a request for offers an advertisement is an answer. */
const ABOUT_OFFERS = /\b(?:offers?|discounts?|deals?|promo\w*|coupons?|vouchers?|upgrad\w+|free|trial)\b/i;

/** Addresses the grader. */
const TO_GRADER: readonly RegExp[] = [
  /\b(?:judge|grader|evaluator|scorer|rater|reviewer)s?\b(?:\s*[:,]|.{0,40}\b(?:should|must|please|mark|score|rate|give)\b)/i,
  /\b(?:mark|rate|score|grade|judge|treat|count)\b.{0,50}\b(?:as|is|are)\b.{0,20}\b(?:relevant|correct|yes|perfect)\b/i,
  /\b(?:rate|score|give)\b.{0,40}\b(?:full marks|(?:highest|maximum|top|perfect) score|10 ?\/ ?10)/i,
  /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instructions?|rubrics?|rules?|prompts?|criteria)\b/i,
  /\bverdicts?\b\W{0,4}(?::|=|is|must be)\W{0,4}(?:yes|relevant|unsure|no)\b|["']?\bs\d+["']?\s*[:=]\s*["']?yes\b/i,
  /\bthis (?:statement|sentence|answer|response|reply)\b.{0,20}\bis\b.{0,20}\b(?:relevant|accurate|helpful)\b/i,
];

/** Declines without naming the request. */
const REFUSAL =
  /\b(?:i|we)(?:'m| am| are)? (?:can(?:no|')t|can not|cannot|won't|will not|unable|not able|don't know)\b|\bas an ai\b/i;

/** Reports something done. */
const DONE =
  /\b(?:done|all set|scheduled|booked|created|confirmed|added|sent|cancell?ed|set(?: up)?|updated|saved|deleted|removed|completed)\b/i;

/** Nothing to list. */
const NOTHING =
  /^(?:sorry,? )?(?:none|nothing|no\s|(?:there (?:are|is) |you have |i found )?(?:no|nothing)\b)/i;

/** Words of a triage summary. */
const TRIAGE =
  /\b(?:p[0-4]|urgent(?:ly)?|priority|severity|critical|outage|incident|complaint|escalate|follow[- ]?up|deadline|overdue|(?:feature )?request|duplicate|billing|refund|delay|ticket|customer|sender|tenant|user)\b/i;

/** A greeting, thanks, a sign-off, or an announcement of the next line. */
const EMPTY =
  /^(?:(?:hi|hello|hey|dear|hallo|bonjour|hola)\b.{0,30}|(?:many )?(?:thanks|thank you)\b.{0,40}|(?:sure|of course|certainly|great question|you're welcome)|(?:best|kind|warm) regards.{0,30}|(?:i )?hope (?:this|that) helps|(?:please )?let me know\b.{0,60})[\s.!,:]*$|^[^.!?\n]{0,80}:$/iu;

const matchesAny = (text: string, patterns: readonly RegExp[]) =>
  patterns.some((pattern) => pattern.test(text.replaceAll('’', "'")));

export const advertises = (text: string, input: string) =>
  matchesAny(text, ADVERTISING) && !ABOUT_OFFERS.test(input);
export const talksToJudge = (text: string) => matchesAny(text, TO_GRADER);
export const refuses = (text: string) => matchesAny(text, [REFUSAL]);
/** True for empty phrases, unless the request itself is one. */
export const statesNothing = (text: string, input: string) =>
  matchesAny(text, [EMPTY]) && !matchesAny(input, [EMPTY]);
export const saysDone = (text: string) => matchesAny(text, [DONE]);
export const saysNothing = (text: string) => matchesAny(text, [NOTHING]);
export const speaksOfTriage = (text: string) => matchesAny(text, [TRIAGE]);
