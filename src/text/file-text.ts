import { isUtf8 } from 'node:buffer';

/** A file's text, or the problem with it, to follow the file's name in a sentence. */
export type FileText = { readonly text: string } | { readonly problem: string };

/**
 * A file's text without byte order mark, with `\n` line ends. Refuses binary files and Git LFS pointers: a prompt's
 * pointer would be sent to the agent.
 */
export function fileText(bytes: Uint8Array): FileText {
  const problem = problemOf(bytes);
  return problem === null ? { text: anyText(bytes) } : { problem };
}

/** Any file's text for comparing: bytes that are not UTF-8 become one letter each, so that different files differ. */
export function anyText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString(isUtf8(bytes) ? 'utf8' : 'latin1')
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n');
}

/** Git LFS pointers are shorter. */
const LONGEST_POINTER = 1024;
/** With its former addresses. */
const LFS_POINTER = /^\s*version https?:\/\/(?:git-lfs\.github\.com|hawser\.github\.com|git-media\.io)\//;

/** The problem if a text (from `anyText`) is a Git LFS pointer, else `null`. */
export function pointerProblem(text: string): string | null {
  if (text.length <= LONGEST_POINTER && LFS_POINTER.test(text)) {
    return 'is a pointer of Git LFS here, and its content is not in this checkout: set `lfs: true` for actions/checkout (elsewhere run `git lfs pull`)';
  }
  return null;
}

function problemOf(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return 'is written in UTF-16, which Windows tools do at times: save it as UTF-8 (in PowerShell: `Set-Content -Encoding utf8`)';
  }
  const pointer = pointerProblem(anyText(bytes));
  if (pointer !== null) return pointer;
  if (bytes.includes(0)) {
    return 'is not text: it has zero bytes, as UTF-16 and compressed files have; save it as UTF-8';
  }
  const line = firstLineOfNoText(bytes);
  return line === null
    ? null
    : `is not UTF-8 text: line ${line} has invalid bytes, as Latin-1 and compressed files have; save it as UTF-8`;
}

/** From 1; `null` if all is UTF-8. */
function firstLineOfNoText(bytes: Uint8Array): number | null {
  if (isUtf8(bytes)) return null;
  let line = 1;
  for (let from = 0; from < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, from);
    const next = end < 0 ? bytes.length : end + 1;
    if (!isUtf8(bytes.subarray(from, next))) break;
    from = next;
  }
  return line;
}

/** Lines that only one side has, in their order; a line that only moved is in neither list. */
export function diffLines({
  before,
  after,
}: {
  readonly before: string;
  readonly after: string;
}): readonly string[] {
  return [...linesOnlyIn(before, after, '- '), ...linesOnlyIn(after, before, '+ ')];
}

function linesOnlyIn(text: string, other: string, sign: string): readonly string[] {
  const linesOf = (whole: string) => whole.split(/\r?\n/).filter((line) => line.trim() !== '');
  const left = Map.groupBy(linesOf(other), (line) => line);
  return linesOf(text)
    .filter((line) => left.get(line)?.pop() === undefined)
    .map((line) => `${sign}${line}`);
}
