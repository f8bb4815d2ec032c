/** Bits of one block; two such numbers and a carry still fit a 32-bit integer. */
const BLOCK = 30;
const FULL = 2 ** BLOCK - 1;

/**
 * The length of the longest common subsequence of two sequences of small numbers.
 *
 * Bit-parallel (H. Hyyrö, Bit-parallel LCS-length computation revisited, AWOCA 2004): 30 cells of the table of Wagner
 * and Fischer a step. The table goes by in blocks of 30 rows, and only a carry for each column is kept, so that memory
 * grows with the sum of the lengths; time with their product ÷ 30.
 *
 * @param kinds Every number is below it.
 */
export function commonSubsequence(a: Uint32Array, b: Uint32Array, kinds: number): number {
  const ends = commonEnds(a, b);
  const rows = a.subarray(ends.start, a.length - ends.end);
  const columns = b.subarray(ends.start, b.length - ends.end);
  const where = new Int32Array(kinds);
  const carries = new Uint8Array(columns.length);
  let common = ends.start + ends.end;
  for (let from = 0; from < rows.length; from += BLOCK) {
    const block = rows.subarray(from, from + BLOCK);
    block.forEach((symbol, bit) => {
      where[symbol] = (where[symbol] ?? 0) | (1 << bit);
    });
    // A bit of a row becomes 0 where the row adds one to the common subsequence.
    let open = FULL;
    for (let column = 0; column < columns.length; column++) {
      const met = open & (where[columns[column] ?? 0] ?? 0);
      const sum = open + met + (carries[column] ?? 0);
      carries[column] = sum >>> BLOCK;
      open = (sum & FULL) | (open & ~met);
    }
    common += zeroBits(open, block.length);
    for (const symbol of block) where[symbol] = 0;
  }
  return common;
}

function commonEnds(a: Uint32Array, b: Uint32Array): { readonly start: number; readonly end: number } {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return { start, end };
}

function zeroBits(bits: number, of: number): number {
  let zeros = 0;
  for (let bit = 0; bit < of; bit++) if ((bits & (1 << bit)) === 0) zeros += 1;
  return zeros;
}
