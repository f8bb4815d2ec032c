/**
 * A report as data, for comment, job summary, terminal and page. A plain string is a sentence of our own with names
 * between backticks; everything else is foreign text.
 */
export type LinePiece =
  | string
  | { readonly kind: 'strong' | 'code' | 'quote' | 'reason' | 'text'; readonly text: string }
  /** `code`: a name that is copied. `url: null` leaves the text alone. */
  | { readonly kind: 'link'; readonly text: string; readonly code?: true; readonly url: string | null }
  /** In a table cell. */
  | { readonly kind: 'break' };

/** Pieces that follow each other on one line. */
export type Line = readonly LinePiece[];

/** `!`: added and bad. */
export type SignedLine = { readonly sign: ' ' | '-' | '+' | '!'; readonly text: string };

/** A part of a report, in the order in which it is read. */
export type Block =
  | { readonly kind: 'heading'; readonly line: Line }
  | { readonly kind: 'paragraph'; readonly line: Line }
  /** The cause: what stands out at first sight, with lines of its own. */
  | { readonly kind: 'cause'; readonly lines: readonly Line[] }
  | { readonly kind: 'warning'; readonly lines: readonly Line[] }
  | { readonly kind: 'list'; readonly items: readonly Line[] }
  | {
      readonly kind: 'table';
      readonly heads: readonly Line[];
      /** The first column is on the left, of the others those that hold numbers on the right. */
      readonly numbers: readonly boolean[];
      readonly rows: readonly (readonly Line[])[];
      /** Rows that are not among them. */
      readonly more: number;
    }
  | {
      readonly kind: 'diff';
      readonly lines: readonly SignedLine[];
      readonly title?: Line;
      readonly after?: Line;
    }
  /** Text to copy, unchanged. */
  | { readonly kind: 'code'; readonly lines: readonly string[] }
  /** What to do now. It is hidden once the result was accepted. */
  | { readonly kind: 'next'; readonly line: Line }
  | {
      readonly kind: 'fold';
      readonly title: string;
      readonly blocks: readonly Block[];
      readonly rank: number;
    };

/** Foreign text in bold. */
export const strong = (text: string) => ({ kind: 'strong', text }) as const;
/** Foreign text as code. */
export const code = (text: string) => ({ kind: 'code', text }) as const;
/** Foreign text between quotation marks. */
export const quote = (text: string) => ({ kind: 'quote', text }) as const;
/** Foreign text, as it is. */
export const foreign = (text: string) => ({ kind: 'text', text }) as const;
/** A line break in a table cell; elsewhere a space. */
export const BREAK = { kind: 'break' } as const;

/** The pieces with something between each two. */
export function joinLines(lines: readonly Line[], between: LinePiece): Line {
  return lines.flatMap((line, at) => (at === 0 ? line : [between, ...line]));
}
