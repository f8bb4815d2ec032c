import { z } from 'zod';
import { wordsOf } from '../text/words.js';
import { stemsOf } from './stems.js';

/** What the judge reads: the `data` of the question `answer-relevancy/verdicts`. */
export const verdictDataSchema = z.object({
  task: z.string().nullable(),
  conversation: z.array(z.object({ role: z.string(), content: z.string() })),
  input: z.string(),
  answer: z.string(),
  tool_calls: z.array(z.string()),
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
