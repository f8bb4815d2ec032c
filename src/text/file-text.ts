import { isUtf8 } from 'node:buffer';
import { UserError } from '../model/errors.js';

/** Git LFS pointers are shorter. */
const MAX_POINTER_LENGTH = 1024;
const LFS_POINTER = /^\s*version https:\/\/git-lfs\.github\.com\//;

/** What git writes where two changes collide. */
const CONFLICT = /^<{7} \S/m;

/**
 * A file's text without byte order mark, with `\n` line ends. Throws `UserError` for what nobody means to send to an
 * agent: binary files, pointers of Git LFS, merge conflicts.
 */
export function fileText(name: string, bytes: Uint8Array): string {
  const text = anyText(bytes);
  const nulls = bytes.filter((byte) => byte === 0).length;
  // UTF-16 has one for each Latin letter.
  if (!isUtf8(bytes) || nulls > bytes.length / 4) {
    throw new UserError(
      `${name} is not UTF-8 text: save it as UTF-8 (in PowerShell: \`Set-Content -Encoding utf8\`).`,
    );
  }
  const lineAt = (at: number) => text.slice(0, at).split('\n').length;
  if (nulls > 0) {
    throw new UserError(
      `${name}:${lineAt(text.indexOf('\0'))}: this line has a NUL byte, which is not text: remove it.`,
    );
  }
  const conflict = text.search(CONFLICT);
  if (conflict >= 0) {
    throw new UserError(
      `${name}:${lineAt(conflict)}: here begins a merge conflict that is not resolved: keep one of its two sides, and remove the lines of <, = and > (if this line belongs to the text, indent it).`,
    );
  }
  if (text.length <= MAX_POINTER_LENGTH && LFS_POINTER.test(text)) {
    throw new UserError(
      `${name} is a pointer of Git LFS here, and its content is not in this checkout: set \`lfs: true\` for actions/checkout (elsewhere run \`git lfs pull\`).`,
    );
  }
  return text;
}

/** Any file's text for comparing: bytes that are not UTF-8 become one letter each, so that different files differ. */
export function anyText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString(isUtf8(bytes) ? 'utf8' : 'latin1')
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n');
}

/** Number of the first line, from 1, in which a text differs from an earlier one; the last if it only lost its end. */
export function firstChangedLine(before: string, after: string): number {
  const old = before.split('\n');
  const lines = after.replace(/\n$/, '').split('\n');
  const at = lines.findIndex((line, index) => line !== old[index]);
  return at < 0 ? lines.length : at + 1;
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
