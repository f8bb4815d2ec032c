/**
 * Text of a file, whatever system wrote it: without a byte order mark, with `\n` at the ends of its lines. `null` where
 * it is UTF-16, which would be read as noise.
 */
export function fileText(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return null;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
}

/** What to do about such a file. */
export const SAVE_AS_UTF_8 =
  'is written in UTF-16, which Windows tools do at times: save it as UTF-8 (in PowerShell: `Set-Content -Encoding utf8`)';
