import { z } from 'zod';
import { guessLanguage } from '../text/language.js';
import { sentencesOf } from '../text/sentences.js';
import { openingOf } from './clause.js';
import {
  bareRequest,
  doesOtherWork,
  type Expected,
  expectedOf,
  hasQuestionWord,
  isOnlyTransform,
  isScheduling,
  kindOf,
  opensAsQuestion,
  type RequestKind,
  type TransformKind,
  transformOf,
} from './request-kind.js';
import { contentKeys, readWords } from './tokens.js';

/** What a judge is given to decide on statements: the `data` of the question `answer-relevancy/verdicts`. */
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

/** What was asked, as the rules see it. */
export type RequestView = {
  readonly kind: RequestKind;
  readonly expected: Expected;
  readonly transform: TransformKind | null;
  /** The wording that says what is wanted: the whole input, or its asking sentences. */
  readonly instruction: string;
  readonly input: string;
  readonly task: string;
  readonly language: string;
  /** Content of the asking part. */
  readonly focus: ReadonlySet<string>;
  /** Content of the rest: the other sentences, the text to be turned, the turns before. */
  readonly background: ReadonlySet<string>;
  readonly scheduling: boolean;
  readonly wantsCode: boolean;
};

/** From this many words on, an input is material rather than a request. */
const MATERIAL_WORDS = 25;
const MAIL = /^(?:from|to|subject|sent|date|von|an|betreff|gesendet|差出人|宛先|件名)\s*[:：]/im;
const LETTER =
  /^(?:dear|hi|hello|hey|hallo|liebe[rs]?|sehr geehrte|guten tag|moin)\b[^\n]{0,40}[,!]\s*(?:\n|\S)|(?:regards|cheers|sincerely|grüße|grüßen|thanks),?\s*(?:\n|$)|お世話になって|よろしくお願い/im;
const CODE =
  /\b(?:code|function|script|snippet|regex|sql|query|command|curl|api call|program|class|method|implement|json|yaml|html|css|bash|terminal|endpoint|request example|befehl|skript|funktion|programm)\b|コード|関数|スクリプト|コマンド|プログラム/i;

/** A turn that wants the answer before it otherwise. */
const REVISES =
  /^(?:(?:much |a (?:bit|little) )?(?:shorter|longer|simpler|easier|funnier|nicer|\p{L}{3,}er)|more|less|again|another|which one|kürzer|länger|einfacher|nochmal|anders|もっと|もう少し)(?!\p{L})/iu;

export function viewRequest(data: VerdictData): RequestView {
  const { input } = data;
  const task = data.task ?? '';
  const all = sentencesOf(input);
  const letter = MAIL.test(input) || LETTER.test(input);
  const material = letter || readWords(input).length >= MATERIAL_WORDS;
  const head = all[0] ?? '';
  // In material, only its edges can be an instruction: what stands inside is what somebody else wrote.
  const effects = material
    ? [firstLine(input), lastLine(input)].filter((line) => line !== '').join('\n')
    : input;
  // "How do I translate the app?" asks about translating and is none.
  const own = opensAsQuestion(head) && !material ? null : transformOf(effects);
  const byTask = transformOf(task);
  // A letter with no word on what to do with it: a digest is what it is most likely turned into.
  const byForm = letter && !doesOtherWork(task) ? 'digest' : null;
  const transform = own ?? (byTask !== null && (isOnlyTransform(task) || material) ? byTask : byForm);
  const asking = askingPart(input, all);
  const instruction = transform === null ? asking : effects;
  const focus = new Set(contentKeys(readWords(transform === null ? asking : input)));
  const background = new Set(contentKeys(readWords(input)));
  const leans = leansOnHistory(asking, focus);
  if (leans) {
    for (const turn of data.conversation.filter(({ role }) => role !== 'system').slice(-4)) {
      for (const key of contentKeys(readWords(turn.content)))
        (turn.role === 'user' ? focus : background).add(key);
    }
  }
  return {
    kind: transform === null ? kindOf(asking) : 'transform',
    expected: expectedOf(
      leans && !hasQuestionWord(asking) ? `${lastQuestion(data)} ${asking}` : asking,
      kindOf(asking),
    ),
    transform,
    instruction,
    input,
    task,
    language: guessLanguage(input),
    focus,
    background,
    scheduling: isScheduling(instruction),
    wantsCode: CODE.test(input),
  };
}

/** What was asked last before this turn: a follow-up wants the same kind of answer. */
function lastQuestion(data: VerdictData): string {
  return data.conversation.findLast(({ role }) => role === 'user')?.content ?? '';
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}

function lastLine(text: string): string {
  const lines = text.trim().split('\n');
  return lines.length > 1 ? (lines.at(-1) ?? '') : '';
}

/** The sentences that ask or order something; the whole input where none does. */
function askingPart(input: string, all: readonly string[]): string {
  if (all.length < 2) return input.trim();
  const asking = all.filter(
    (part) => /[?？]\s*$/.test(part) || ['list', 'action', 'question', 'compose'].includes(kindOf(part)),
  );
  return asking.length === 0 || contentKeys(readWords(asking.join(' '))).size === 0
    ? input.trim()
    : asking.join(' ');
}

/** A follow-up such as "And in winter?" or "Yes please" gets its topic from the turns before it. */
function leansOnHistory(text: string, focus: ReadonlySet<string>): boolean {
  const bare = bareRequest(text);
  return (
    focus.size < 3 ||
    REVISES.test(bare) ||
    ['reference', 'connective'].includes(openingOf(bare, readWords(bare))) ||
    /^(?:what about|how about|and|was ist mit|und)\b/i.test(bare)
  );
}
