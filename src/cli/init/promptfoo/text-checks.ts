import { omitUndefined } from '../../../model/omit-undefined.js';
import { escapePattern } from '../../../text/foreign-pattern.js';
import { buildSlug } from '../write-project.js';

/** A scorer as a suite lists it: its id and options. */
export type ImportedScorer = { readonly id: string; readonly [option: string]: unknown };

const TEXT_CHECK = /^(not-)?(i?)(contains|contains-any|contains-all|starts-with|regex)$/;
/** Checks of several texts. */
const SEVERAL = /-(?:any|all)$/;

/** True for a check of the answer's text that a scorer can do. */
export function isTextCheck(type: string): boolean {
  return TEXT_CHECK.test(type);
}

/** True for a check of several texts, whose value is a list as JSON. */
export function checksSeveral(type: string): boolean {
  return SEVERAL.test(type);
}

/** The scorer that passes the same answers as a check of the answer's text. */
export function buildTextCheck(type: string, value: string): ImportedScorer {
  const [, not = '', ignoring = '', kind = ''] = TEXT_CHECK.exec(type) ?? [];
  const ignoresCase = ignoring !== '';
  if (not === '' && kind === 'regex') return { id: 'regex', pattern: value };
  const name = buildSlug(`${type} ${value}`);
  if (not === '' && !SEVERAL.test(kind)) return { id: kind, name, value, 'ignore-case': ignoresCase };
  const pattern = buildPattern(kind, value);
  return omitUndefined({
    id: 'regex',
    name,
    pattern: not === '' ? `^${pattern}` : `^(?!${pattern})`,
    flags: ignoresCase ? 'i' : undefined,
  });
}

/** A pattern for the beginning of each answer in which the check finds its text. */
function buildPattern(kind: string, value: string): string {
  const anywhere = '[\\s\\S]*';
  if (kind === 'regex') return `${anywhere}(?:${value})`;
  if (kind === 'contains') return `${anywhere}${escapePattern(value)}`;
  if (kind === 'starts-with') return escapePattern(value);
  const texts: readonly string[] = JSON.parse(value);
  const escaped = texts.map(escapePattern);
  return kind === 'contains-any'
    ? `${anywhere}(?:${escaped.join('|')})`
    : escaped.map((text) => `(?=${anywhere}${text})`).join('');
}

/** `a, "b, c"` → `a` and `b, c`. */
export function splitTexts(text: string): readonly string[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|([^,"]+)/g)]
    .map(([, quoted, plain = '']) => quoted ?? plain.trim())
    .filter((each) => each !== '');
}
