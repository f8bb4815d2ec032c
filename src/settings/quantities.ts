import { UserError } from '../ports/errors.js';

/** Text forms, shared with the published JSON Schema of the config file. */
export const SHARE_PATTERN = /^(?:\d+(?:\.\d+)?|\.\d+)\s*%?$/;
export const DURATION_PATTERN = /^\d+(?:\.\d+)?(?:ms|s|m|h)$/;

export const SHARE_RULE = 'must be a number from 0 to 1 or a percentage, for example 0.8 or 80%';
export const DURATION_RULE =
  'must be a time above zero and at most 24 days, for example 500ms, 60s, 20m or 1h';

const MILLISECONDS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** The longest wait that a timer of Node can hold is 2^31 - 1 ms. */
const LONGEST_MS = 24 * 24 * 3_600_000;

/** `0.8`, `"0.8"` or `"80%"` → 0.8. Throws `UserError` with the rule for anything else, out of 0..1 included. */
export function parseShare(value: string | number): number {
  const text = typeof value === 'number' ? String(value) : value.trim();
  const share =
    typeof value === 'number'
      ? value
      : !SHARE_PATTERN.test(text)
        ? Number.NaN
        : text.endsWith('%')
          ? Number(text.slice(0, -1)) / 100
          : Number(text);
  if (!(share >= 0 && share <= 1)) throw new UserError(SHARE_RULE);
  return share;
}

/** `60s` → 60000: whole milliseconds. Throws `UserError` with the rule; a number without its unit is refused. */
export function parseDuration(value: string): number {
  const text = value.trim();
  const unit = /(?:ms|s|m|h)$/.exec(text)?.[0] ?? '';
  const factor = MILLISECONDS[unit];
  if (!DURATION_PATTERN.test(text) || factor === undefined) throw new UserError(DURATION_RULE);
  const milliseconds = Math.round(Number(text.slice(0, -unit.length)) * factor);
  if (milliseconds < 1 || milliseconds > LONGEST_MS) throw new UserError(DURATION_RULE);
  return milliseconds;
}

/** A whole number within `from..to`. Throws `UserError` with the rule. */
export function parseCount(value: string, range: { readonly from: number; readonly to: number }): number {
  const text = value.trim();
  const count = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(count >= range.from && count <= range.to)) throw new UserError(countRule(range));
  return count;
}

export function countRule(range: { readonly from: number; readonly to: number }): string {
  return range.to >= Number.MAX_SAFE_INTEGER
    ? `must be a whole number, at least ${range.from}`
    : `must be a whole number from ${range.from} to ${range.to}`;
}
