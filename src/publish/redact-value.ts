import type { Redact } from '../model/secrets.js';

/** The same JSON value with every text redacted, names of fields included; so it stays valid JSON. */
export function redactValue<T>(value: T, redact: Redact): T {
  return redacted(value) as T;

  function redacted(part: unknown): unknown {
    if (typeof part === 'string') return redact(part);
    if (Array.isArray(part)) return part.map(redacted);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [redact(name), redacted(inner)]));
  }
}
