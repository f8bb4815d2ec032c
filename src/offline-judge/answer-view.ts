import { parseJsonAnswer } from '../text/json.js';
import { sentencesOf } from '../text/sentences.js';
import { plainText, type TextView, viewText } from './text-view.js';
import { contentKeys, readWords, sharedKeys } from './tokens.js';

/** A piece of the answer in its place. */
type Unit = TextView & {
  readonly block: 'prose' | 'list' | 'table' | 'code' | 'json';
};

export type AnswerView = {
  readonly text: string;
  readonly units: readonly Unit[];
  readonly words: number;
  readonly toolCalls: readonly {
    readonly text: string;
    readonly name: string;
    /** The result speaks of an error. */
    readonly failed: boolean;
  }[];
};

/** A tool's own word that it did not work. */
const FAILED =
  /\b(?:errors?|exception|fail(?:ed|ure)?|time-?d? ?out|unavailable|refused|denied|unreachable|5\d\d)\b/i;

/** The answer taken apart, for reading a statement in its context. */
export function viewAnswer(answer: string, toolCalls: readonly string[]): AnswerView {
  const json = parseJson(answer);
  return {
    text: answer,
    units:
      json === undefined
        ? splitMarkdown(answer)
        : jsonLeaves(json).map((text) => ({ ...viewText(text), block: 'json' })),
    words: readWords(answer).length,
    toolCalls: toolCalls.map((text) => {
      const name = /^[^\s({[:]+/.exec(text.trim())?.[0] ?? '';
      const failed = FAILED.test(text.slice(text.indexOf('→') + 1));
      return { text: text.normalize('NFKC').toLowerCase(), name, failed };
    }),
  };
}

/** Also where it stands in a fence. */
function parseJson(text: string): unknown {
  const fenced = /^\s*```(?:json)?[^\S\n]*\n([\s\S]*)```\s*$/.exec(text)?.[1];
  return parseJsonAnswer(fenced ?? text);
}

function jsonLeaves(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => jsonLeaves(entry, path));
  if (value !== null && typeof value === 'object') {
    return Object.entries(value).flatMap(([key, entry]) =>
      jsonLeaves(entry, path === '' ? key : `${path} ${key}`),
    );
  }
  return [path === '' ? String(value) : `${path}: ${String(value)}`];
}

function splitMarkdown(answer: string): readonly Unit[] {
  const units: Unit[] = [];
  let fence: string[] | null = null;
  const add = (text: string, block: Unit['block']) => units.push({ ...viewText(text), block });
  for (const line of answer.split('\n')) {
    if (fence !== null) {
      fence.push(line);
      if (/^\s*(?:```|~~~)\s*$/.test(line)) {
        add(fence.join('\n'), 'code');
        fence = null;
      }
    } else if (/^\s*(?:```|~~~)/.test(line)) {
      fence = [line];
    } else if (line.trim() === '' || /^[\s|:-]+$/.test(line)) {
      // Blank lines and rules say nothing.
    } else if (/^\s*#{1,6}\s/.test(line) || /[:：]\s*(?:\*\*)?\s*$/.test(line)) {
      add(line, 'prose');
    } else if (/^\s*\|/.test(line) || /\s\|\s.*\s\|\s/.test(line)) {
      add(line, 'table');
    } else if (viewText(line).listItem) {
      add(line, 'list');
    } else {
      for (const sentence of sentencesOf(line)) add(sentence, 'prose');
    }
  }
  if (fence !== null) add(fence.join('\n'), 'code');
  return units;
}

/** Share of a statement's content that a unit must hold to be where it stands. */
const FOUND = 0.8;

/** Index of the unit that a statement stands in; -1 where the answer does not hold it. */
export function placeOf(statement: TextView, answer: AnswerView): number {
  const wanted = normal(statement.text);
  const same = answer.units.findIndex((unit) => normal(unit.text) === wanted);
  if (same >= 0) return same;
  const inside = answer.units.findIndex((unit) => {
    const text = normal(unit.text);
    return (wanted.length > 3 && text.includes(wanted)) || (text.length > 3 && wanted.includes(text));
  });
  if (inside >= 0) return inside;
  const keys = contentKeys(statement.words);
  if (keys.size === 0) return -1;
  const words = new Set(statement.words.map(({ lower }) => lower));
  let best = -1;
  let most = FOUND;
  for (const [at, unit] of answer.units.entries()) {
    const share = sharedKeys(keys, unit.keys).length / keys.size;
    // The other way round for a table row, whose statement carries the header's words too.
    const row = unit.block === 'table' && unit.words.length > 1;
    const other = row ? unit.words.filter(({ lower }) => words.has(lower)).length / unit.words.length : 0;
    if (Math.max(share, other) >= most) {
      most = Math.max(share, other);
      best = at;
    }
  }
  return best;
}

function normal(text: string): string {
  return plainText(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
