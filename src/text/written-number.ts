declare global {
  interface JSON {
    rawJSON(text: string): WrittenNumber;
    isRawJSON(value: unknown): value is WrittenNumber;
  }
}

/** A number of a user's file with its digits, for example `19.90`. `JSON.stringify` writes them unchanged. */
export type WrittenNumber = { readonly rawJSON: string };

/** True for a number that keeps its digits. */
export function isWrittenNumber(value: unknown): value is WrittenNumber {
  return JSON.isRawJSON(value);
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A number's source text as a value. A text that is not a number in JSON, such as `007` or `0x1F`, stays a text. */
export function parseWrittenNumber(source: string): WrittenNumber | string {
  return JSON_NUMBER.test(source) ? JSON.rawJSON(source) : source;
}
