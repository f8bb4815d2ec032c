/** White space and marks of emphasis: a quote that differs from the answer only here is still verbatim. */
const SKIPPED = /[\s*_`~]/;
const TYPOGRAPHIC: Readonly<Record<string, string>> = { '’': "'", '‘': "'", '“': '"', '”': '"', '…': '...' };

export type Place = { readonly start: number; readonly end: number };

/**
 * Finds where a quote stands in the answer; `null` where it does not. Of several places the next one behind the quote that
 * was found before: quotes come in the order of the answer.
 */
export type FindQuote = (quote: string) => Place | null;

export function createQuoteFinder(answer: string): FindQuote {
  const { text, at } = squeeze(answer);
  let behind = 0;
  return (quote) => {
    const wanted = squeeze(quote).text;
    if (wanted === '') return null;
    const next = text.indexOf(wanted, behind);
    const from = next < 0 && behind > 0 ? text.indexOf(wanted) : next;
    if (from < 0) return null;
    behind = from + wanted.length;
    const last = at[from + wanted.length - 1] ?? 0;
    return { start: at[from] ?? 0, end: last + 1 };
  };
}

function squeeze(source: string): { readonly text: string; readonly at: readonly number[] } {
  let text = '';
  const at: number[] = [];
  for (let index = 0; index < source.length; index++) {
    const char = source[index] ?? '';
    if (SKIPPED.test(char)) continue;
    for (const plain of TYPOGRAPHIC[char] ?? char) {
      text += plain;
      at.push(index);
    }
  }
  return { text, at };
}
