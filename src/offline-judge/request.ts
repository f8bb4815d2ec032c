import { z } from 'zod';
import { contentWords, wordsOf } from '../text/words.js';

/** Endings that English and German put on a word of at least three letters. */
const ENDINGS = /(?<=\p{L}{3})(?:ations?|ments?|ings?|ions?|ung(?:en)?|ed|ly|es|en|e|s)$/u;
/** Letters of a stem: enough to tell topics apart, few enough that "cancel" meets "cancellation". */
const LONGEST_STEM = 6;

/** Words of any topic: sharing one says nothing. */
const WEAK_WORDS = new Set(
  `please thank thanks hello dear thing things way make made get gets got give gives go goes going take takes put use
  need needs want wants like know tell say says show shows see let find help good best better well new many much more
  lot lots people person someone time times today tomorrow now day days week weeks month months year years hour hours
  minute minutes one two three first last next long big small list question questions answer answers`.split(
    /\s+/u,
  ),
);

/** The stems of a text's content words, in any script; words of any topic only if there are no others. */
export function stemsOf(text: string): ReadonlySet<string> {
  // `createEvent` is two words.
  const words = contentWords(text.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')).filter((word) => !isBare(word));
  const strong = words.filter((word) => !WEAK_WORDS.has(word));
  return new Set((strong.length > 0 ? strong : words).map(stemOf));
}

/** The stems that both have. */
export function sharedStems(wanted: ReadonlySet<string>, given: ReadonlySet<string>): readonly string[] {
  return [...wanted].filter((stem) => given.has(stem));
}

/** A digit or a Latin letter alone. */
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

/** What the judge reads: the `data` of the question `answer-relevancy/verdicts`. */
export const verdictDataSchema = z.object({
  task: z.string().nullable().default(null),
  conversation: z.array(z.object({ role: z.string(), content: z.string() })).default([]),
  input: z.string(),
  answer: z.string(),
  tool_calls: z.array(z.string()).default([]),
  /** By the keys that the reply must carry. */
  statements: z.record(z.string(), z.string()),
});

type VerdictData = z.output<typeof verdictDataSchema>;

/** `order`: to list or do something. `text`: to turn into a summary, a label or the like. */
export type RequestKind = 'question' | 'order' | 'text';

/** What was asked, as the rules see it. */
export type Request = {
  readonly kind: RequestKind;
  readonly input: string;
  /** Stems of the input, and of the turns before it if the input is too short to have a topic. */
  readonly stems: ReadonlySet<string>;
  readonly taskStems: ReadonlySet<string>;
  readonly answerIsShort: boolean;
};

const ORDER =
  /^(?:please |can you |could you )?(?:list|show|find|schedule|book|create|delete|remove|add|send|remind|set|cancel|update|move)\b/i;
const TRANSFORM = /\b(?:summar\w+|triag\w+|translat\w+|rewrit\w+|classif\w+|extract\w*)\b/i;
const LETTER =
  /^(?:from|to|subject|hi|hello|dear|hey)\b[^\n]{0,60}[:,!]|\b(?:regards|thanks|cheers|wishes),?\s*\n/im;
/** Inputs of more words are material to work on. */
const MATERIAL_WORDS = 40;
/** Inputs with fewer stems lean on the conversation. */
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
