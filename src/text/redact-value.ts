import type { Redact } from './redact.js';
import { isFields } from './values.js';

/** A word of our own vocabulary, such as a kind or outcome, which code reads again. */
const OWN_WORD = /^[a-z]+(-[a-z]+)*$/;

/** Fields with text that people, programs or models wrote, in which a single word may be a secret too. */
const FOREIGN_FIELDS: ReadonlySet<string> = new Set(
  'text otherText output message reason reasons problems input content irrelevant statement toolCalls before after'.split(
    ' ',
  ),
);

/** A name that code uses, such as a suite's. Plain words stay. */
export function redactName(name: string, redact: Redact): string {
  return OWN_WORD.test(name) ? name : redact(name);
}

/** The same value without secrets, for code that reads it again: names of fields and our own words stay. */
export function redactTexts<T>(value: T, redact: Redact): T {
  return redactPart(value, { redact, name: (name) => name, isForeign: false }) as T;
}

/** The same JSON value of a program, with every text redacted, names of fields included. */
export function redactValue<T>(value: T, redact: Redact): T {
  return redactPart(value, { redact, name: redact, isForeign: true }) as T;
}

type Way = {
  readonly redact: Redact;
  readonly name: Redact;
  /** True if no text of it is ours. */
  readonly isForeign: boolean;
};

/** Parts without secrets are shared with the value, not copied: a record may have 10,000 cases. */
function redactPart(part: unknown, way: Way): unknown {
  if (typeof part === 'string') return way.isForeign ? way.redact(part) : redactName(part, way.redact);
  if (Array.isArray(part)) {
    const items = part.map((item) => redactPart(item, way));
    return items.some((item, index) => item !== part[index]) ? items : part;
  }
  if (!isFields(part)) return part;
  const fields = Object.entries(part).map(([key, value]) => {
    const isForeign = way.name === way.redact || FOREIGN_FIELDS.has(key);
    return [key, way.name(key), value, redactPart(value, { ...way, isForeign })] as const;
  });
  const isSame = fields.every(([key, name, before, after]) => key === name && before === after);
  return isSame ? part : Object.fromEntries(fields.map(([, name, , after]) => [name, after]));
}
