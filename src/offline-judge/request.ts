import { z } from 'zod';
import { contentWords, wordsOf } from '../text/words.js';

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
  task: z.string().nullable(),
  conversation: z.array(z.object({ role: z.string(), content: z.string() })),
  input: z.string(),
  answer: z.string(),
  tool_calls: z.array(z.string()),
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
