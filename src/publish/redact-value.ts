import type { Report } from '../model/report.js';
import type { Redact } from '../text/redact.js';
import { isFields } from '../text/values.js';

/** The same JSON value with every text redacted, names of fields included; so it stays valid JSON. */
export function redactValue<T>(value: T, redact: Redact): T {
  return redactWith(value, redact, redact) as T;
}

/** A word of our own vocabulary, such as a kind or outcome. A weak secret equal to one must not break the value. */
const OWN_WORD = /^[a-z]+(-[a-z]+)*$/;

/** A name that code uses, such as a suite's. Plain words stay. */
export function redactName(name: string, redact: Redact): string {
  return OWN_WORD.test(name) ? name : redact(name);
}

/** The same value, for code that reads it again: names of fields and single plain words stay. */
export function redactTexts<T>(value: T, redact: Redact): T {
  return redactWith(
    value,
    (part) => redactName(part, redact),
    (name) => name,
  ) as T;
}

/**
 * The report with redacted texts. Redaction comes before rendering, since markup and cuts could split a secret. Values
 * that code reads, commit and link included, stay, so rendered text is redacted again.
 */
export function redactReport(report: Report, redact: Redact): Report {
  const redacted = redactTexts(report, redact);
  if (redacted === report) return report;
  return { ...redacted, headSha: report.headSha, runUrl: report.runUrl, homeUrl: report.homeUrl };
}

/** Parts without redaction are shared with the value, not copied: a record may have 10,000 cases. */
function redactWith(part: unknown, text: Redact, name: Redact): unknown {
  if (typeof part === 'string') return text(part);
  if (typeof part !== 'object' || part === null || isClean(part, text, name)) return part;
  if (Array.isArray(part)) return part.map((item) => redactWith(item, text, name));
  return Object.fromEntries(
    Object.entries(part).map(([key, inner]) => [name(key), redactWith(inner, text, name)]),
  );
}

function isClean(part: unknown, text: Redact, name: Redact): boolean {
  if (typeof part === 'string') return text(part) === part;
  if (Array.isArray(part)) return part.every((item) => isClean(item, text, name));
  if (!isFields(part)) return true;
  return Object.keys(part).every((key) => name(key) === key && isClean(part[key], text, name));
}
