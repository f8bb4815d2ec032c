import { isUtf8 } from 'node:buffer';
import { UserError } from '../model/errors.js';

/** Git LFS pointers are shorter. */
const MAX_POINTER_LENGTH = 1024;
const LFS_POINTER = /^\s*version https:\/\/git-lfs\.github\.com\//;

/** A line that git writes into a file if two changes collide. */
const CONFLICT = /^<{7} \S/m;

/**
 * A file's text without byte order mark, with `\n` line ends. Throws `UserError` for files that are not meant for an
 * agent: binary files, pointers of Git LFS, merge conflicts.
 */
export function decodeText(name: string, bytes: Uint8Array): string {
  const text = decodeLossy(bytes);
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
export function decodeLossy(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString(isUtf8(bytes) ? 'utf8' : 'latin1')
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n');
}
