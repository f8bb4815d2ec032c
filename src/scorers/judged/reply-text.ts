import { omitUndefined } from '../../model/omit-undefined.js';
import { collapseWhitespace, isFields, trimEndCharacters } from '../../text/values.js';

/** A judge's reply on one item: the text before its label, and the label. */
export type ReplyText = {
  readonly label: string;
  /** Reason, numbers or copied words. */
  readonly before: string;
  /** Words that the judge set apart: in quotes, or as `off`. */
  readonly off?: string;
};

/**
 * Reads `reason: label`, and the forms that models choose instead: `label: reason`, `{"reason": …, "verdict": …}`. `null`
 * without a known label.
 */
export function parseReplyText(value: unknown, labels: readonly string[]): ReplyText | null {
  if (isFields(value)) {
    const { reason, verdict, off } = value;
    const parsed = typeof verdict === 'string' ? parseReplyText(verdict, labels) : null;
    if (parsed === null || parsed.before !== '') return null;
    return omitUndefined({
      label: parsed.label,
      before: typeof reason === 'string' ? collapseWhitespace(reason) : '',
      off: typeof off === 'string' ? off : undefined,
    });
  }
  if (typeof value !== 'string') return null;
  const text = value.trim();
  const colon = Math.max(text.lastIndexOf(':'), text.lastIndexOf('：'));
  const last = findLabel(text.slice(colon + 1), labels);
  if (last !== null) return { label: last, before: text.slice(0, Math.max(0, colon)).trim() };
  const start = text.search(/[:：]/);
  const first = start < 0 ? null : findLabel(text.slice(0, start), labels);
  return first === null ? null : { label: first, before: text.slice(start + 1).trim() };
}

function findLabel(text: string, labels: readonly string[]): string | null {
  const said = trimEndCharacters(text.trim(), ` "'“”.`)
    .replace(/^[\s"'“”]+/u, '')
    .toLowerCase();
  return labels.find((label) => label.toLowerCase() === said) ?? null;
}
