import { isDeepStrictEqual } from 'node:util';
import { cutBlocks, detectTextKind, type LineRange, type TextBlock } from '../cause/blocks.js';
import { type PromptFile, parsePromptFile } from '../dataset/prompt-file.js';
import { UserError } from '../model/errors.js';
import { refersBack, splitSentences } from '../text/sentences.js';

/** A text file that the agent reads. `isPrompt`: a prompt file, which must stay one without its paragraph. */
export type CoveredFile = { readonly path: string; readonly text: string; readonly isPrompt: boolean };

/** A paragraph or list item that is left out as a whole, with the headings above it. Lines count from 0. */
export type PromptBlock = LineRange & { readonly text: string };

/** More blocks cost more answers than anybody wants to pay; neighbours are joined. */
export const MAX_BLOCKS = 60;

/** The file's paragraphs and list items. A setting, such as the model in a prompt file, is not a block. */
export function cutPrompt(file: CoveredFile): readonly PromptBlock[] {
  const lines = file.text.split('\n');
  const blocks = joinHeadings(cutBlocks(file.text, detectTextKind(file.path)), lines);
  const usable = blocks.map((block) => shrinkToText(block, lines, file)).filter((block) => block !== null);
  return joinShortest(usable, lines);
}

/** The block without its first lines, if those are keys of a prompt file; `null` if it has no other lines. */
function shrinkToText(
  { start, end }: PromptBlock,
  lines: readonly string[],
  file: CoveredFile,
): PromptBlock | null {
  for (let from = start; from < end; from += 1) {
    const block = readBlock(lines, from, end);
    if (isUsable(removeBlock(file.text, block), file)) return block;
  }
  return null;
}

/** The file's text without the block and without doubled blank lines. */
export function removeBlock(text: string, { start, end }: LineRange): string {
  const lines = text.split('\n');
  const isBlank = (at: number) => (lines[at] ?? '').trim() === '';
  let next = end;
  while (next < lines.length && isBlank(next) && (start === 0 || isBlank(start - 1))) next += 1;
  return [...lines.slice(0, start), ...lines.slice(next)].join('\n');
}

const HEADING = /^\s*#{1,6}\s/;

/** A heading goes with the paragraph that follows. */
function joinHeadings(blocks: readonly TextBlock[], lines: readonly string[]): readonly PromptBlock[] {
  const joined: PromptBlock[] = [];
  let from: number | null = null;
  for (const { start, end } of blocks) {
    from ??= start;
    if (HEADING.test(lines[start] ?? '') && end === start + 1) continue;
    joined.push(readBlock(lines, from, end));
    from = null;
  }
  const last = blocks.at(-1);
  if (from !== null && last !== undefined) joined.push(readBlock(lines, from, last.end));
  return joined;
}

function readBlock(lines: readonly string[], start: number, end: number): PromptBlock {
  return { start, end, text: lines.slice(start, end).join('\n') };
}

/** The neighbours that are shortest together are joined first. */
function joinShortest(blocks: readonly PromptBlock[], lines: readonly string[]): readonly PromptBlock[] {
  const joined = [...blocks];
  while (joined.length > MAX_BLOCKS) {
    const lengths = joined.slice(1).map((next, at) => next.end - (joined[at]?.start ?? 0));
    const at = lengths.indexOf(Math.min(...lengths));
    const [first, second] = joined.slice(at, at + 2);
    if (first === undefined || second === undefined) break;
    joined.splice(at, 2, readBlock(lines, first.start, second.end));
  }
  return joined;
}

/** True if the text is still a prompt, with the same settings and roles. */
function isUsable(text: string, file: CoveredFile): boolean {
  if (!file.isPrompt) return text.trim() !== '';
  const whole = parsePromptFile(file.text, file.path);
  try {
    return isDeepStrictEqual(pickSettings(parsePromptFile(text, file.path)), pickSettings(whole));
  } catch (thrown) {
    if (thrown instanceof UserError) return false;
    throw thrown;
  }
}

function pickSettings({ messages, ...settings }: PromptFile): object {
  return { ...settings, roles: messages.map(({ role }) => role) };
}

/** A harmless edit. It shows how much the answers change with any edit of this prompt. */
export type Placebo = {
  readonly text: string;
  readonly edit: 'sentences-swapped' | 'heading-renamed';
  /** The edited line, from 0. */
  readonly line: number;
};

/** Swaps two sentences of a paragraph, or renames a heading; `null` if the prompt has neither. */
export function makePlacebo(file: CoveredFile): Placebo | null {
  const lines = file.text.split('\n');
  for (const edit of ['sentences-swapped', 'heading-renamed'] as const) {
    for (const [line, text] of lines.entries()) {
      const changed = edit === 'sentences-swapped' ? swapSentences(text) : renameHeading(text);
      if (changed === null) continue;
      const edited = lines.with(line, changed).join('\n');
      if (isUsable(edited, file)) return { text: edited, edit, line };
    }
  }
  return null;
}

const LIST_MARK = /^\s*(?:(?:[-*+•]|\d{1,3}[.)])\s+)?/;

/** Two neighbours that say something alone; `null` without such a pair. */
function swapSentences(line: string): string | null {
  const [mark = ''] = LIST_MARK.exec(line) ?? [];
  const text = line.slice(mark.length);
  const sentences = splitSentences(text).map(({ start, end }) => text.slice(start, end).trim());
  const at = sentences.findIndex((first, place) => {
    const second = sentences[place + 1];
    return second !== undefined && canMove(first) && canMove(second) && first !== second;
  });
  const [first, second] = [sentences[at], sentences[at + 1]];
  if (at === -1 || first === undefined || second === undefined) return null;
  return `${mark}${[...sentences.slice(0, at), second, first, ...sentences.slice(at + 2)].join(' ')}`;
}

/** A whole sentence that does not lean on the one before. */
function canMove(sentence: string): boolean {
  return /[.!?。！？]["'”’»)\]*_`]*$/u.test(sentence) && !refersBack(sentence);
}

function renameHeading(line: string): string | null {
  const [found, marks = '', name = ''] = /^(\s*#{1,6}\s+)(.*\S)\s*$/.exec(line) ?? [];
  return found === undefined ? null : `${marks}Notes: ${name}`;
}
