import type { Case } from '../ports/dataset.js';
import { suggestName } from '../text/nearest-name.js';

/** `{{name}}`: letters of any script, digits, `_`, `-`, `.`, and spaces inside. Other text in braces is no placeholder. */
const PLACEHOLDER = /\{\{\s*([\p{L}_](?:[\p{L}\p{M}\p{N}_. -]*[\p{L}\p{M}\p{N}_-])?)\s*\}\}/gu;

/** What the agent must not see: it would be told the answer. */
const WITHHELD = ['expected', 'groundTruth'];

export function placeholdersOf(text: string): readonly string[] {
  return [...text.matchAll(PLACEHOLDER)].map((match) => match[1] ?? '');
}

/** Values that a prompt may name: the case's variables, and of the row `input`, `id`, `task` and `context`. */
export function valuesOf(row: Case): ReadonlyMap<string, string> {
  return new Map([
    ...Object.entries(row.vars),
    ['input', row.input],
    ['id', row.id],
    ...(row.task === undefined ? [] : ([['task', row.task]] as const)),
    ...(row.context === undefined ? [] : ([['context', row.context.join('\n\n')]] as const)),
  ]);
}

/** Puts the values in, in one pass: what a value brings along is never looked at again. Names must be known. */
export function fillPlaceholders(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(PLACEHOLDER, (whole, name: string) => values.get(name) ?? whole);
}

/** One sentence a name that has no value. */
export function unknownPlaceholders(
  texts: readonly string[],
  values: ReadonlyMap<string, string>,
): readonly string[] {
  const names = new Set(texts.flatMap(placeholdersOf));
  return [...names]
    .filter((name) => !values.has(name))
    .map((name) =>
      WITHHELD.includes(name)
        ? `\`{{${name}}}\` would tell the agent the expected answer; remove it.`
        : `\`{{${name}}}\` has no value: add a column or an entry of \`vars\` with that name. ${suggestName(name, [...values.keys()])}`,
    );
}
