/** `prose`: sentences, as in a prompt. `code`: parts between blank lines. `data`: lines, as in JSON. */
export type TextKind = 'prose' | 'code' | 'data';

/** Lines `start` to `end` of a text, from 0, `end` excluded. */
export type LineRange = { readonly start: number; readonly end: number };

/** A paragraph, list item, heading, table row or fenced code, without the blank lines around it. */
export type TextBlock = LineRange & {
  /** Equal for blocks that differ only in white space. */
  readonly text: string;
};

const PROSE = /\.(?:md|mdx|markdown|txt|ya?ml|prompt|j2|jinja2?|hbs|mustache|tmpl)$/i;
const DATA = /\.jsonl?$/i;

/** By the file's ending; `code` for an unknown one. */
export function detectTextKind(path: string): TextKind {
  if (DATA.test(path)) return 'data';
  return PROSE.test(path) ? 'prose' : 'code';
}

const LIST_ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s/;
const HEADING = /^\s*#{1,6}\s/;
const TABLE_ROW = /^\s*\|/;
/** `<rules>`, alone in its line. */
const TAG = /^\s*<\/?[\w-]+[^<>]*>\s*$/;
/** `model: gpt-6`, as in a prompt file in YAML. */
const KEY = /^\s*[\w-]+:(?:\s|$)/;
const SENTENCE_END = /[.!?:;。！？：；…]["'”’»)\]*_`]*$/u;
const FENCE = /^\s*(?:`{3,}|~{3,})/;

/** Cuts a text into the parts that are changed, left out and restored as a whole. */
export function cutBlocks(text: string, kind: TextKind): readonly TextBlock[] {
  const lines = text.split('\n');
  const blocks: TextBlock[] = [];
  let start: number | null = null;
  let fence: string | null = null;
  const close = (end: number) => {
    if (start !== null) blocks.push({ start, end, text: normaliseLines(lines.slice(start, end), kind) });
    start = null;
  };
  for (const [at, line] of lines.entries()) {
    const mark = kind === 'prose' ? (FENCE.exec(line)?.[0].trim() ?? null) : null;
    if (fence !== null) {
      if (mark?.startsWith(fence) !== true) continue;
      fence = null;
      close(at + 1);
      continue;
    }
    if (line.trim() === '') {
      close(at);
      continue;
    }
    if (start !== null && startsBlock(line, lines[at - 1] ?? '', kind)) close(at);
    start ??= at;
    fence = mark;
  }
  close(lines.length);
  return blocks;
}

function startsBlock(line: string, before: string, kind: TextKind): boolean {
  if (kind !== 'prose') return kind === 'data';
  const isOwn = (each: string) => HEADING.test(each) || TABLE_ROW.test(each) || TAG.test(each);
  return (
    isOwn(line) ||
    isOwn(before) ||
    LIST_ITEM.test(line) ||
    KEY.test(line) ||
    FENCE.test(line) ||
    SENTENCE_END.test(before.trimEnd())
  );
}

/** White space does not count; in code and data, that at the beginning of a line does. */
export function normaliseLines(lines: readonly string[], kind: TextKind): string {
  return kind === 'prose'
    ? lines.join(' ').replace(/\s+/gu, ' ').trim()
    : lines.map((line) => line.trimEnd()).join('\n');
}
