import type { Report } from '../ports/report.js';
import type { Redact } from '../text/redact.js';

/** The same JSON value with every text redacted, names of fields included; so it stays valid JSON. */
export function redactValue<T>(value: T, redact: Redact): T {
  return redactWith(value, redact, redact) as T;
}

/** A word of our own vocabulary, as kinds and outcomes are: a weak secret equal to one must not break the value. */
const OWN_WORD = /^[a-z]+(-[a-z]+)*$/;

/**
 * The same report, to be rendered: texts are redacted while they are whole, since markup and cuts hide what is left of a
 * secret. What code reads stays: names of fields, single plain words, commit and link. So whatever is rendered is to be
 * redacted again.
 */
export function redactReport(report: Report, redact: Redact): Report {
  const text = (part: string) => (OWN_WORD.test(part) ? part : redact(part));
  const redacted = redactWith(report, text, (name) => name) as Report;
  if (redacted === report) return report;
  return { ...redacted, headSha: report.headSha, runUrl: report.runUrl, homeUrl: report.homeUrl };
}

/** Parts in which nothing is redacted are shared with the value, not copied: a report may hold 10,000 cases. */
function redactWith(part: unknown, text: Redact, name: Redact): unknown {
  if (typeof part === 'string') return text(part);
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) {
    const items = part.map((item) => redactWith(item, text, name));
    return items.every((item, index) => item === part[index]) ? part : items;
  }
  const entries = Object.entries(part);
  const redacted = entries.map(([key, inner]) => [name(key), redactWith(inner, text, name)] as const);
  const same = redacted.every(
    ([key, inner], index) => key === entries[index]?.[0] && inner === entries[index][1],
  );
  return same ? part : Object.fromEntries(redacted);
}
