/** A plain variable, which Nunjucks and a prompt file fill in alike. */
const VARIABLE = /\{\{\s*([\p{L}_][\p{L}\p{M}\p{N}_]*)\s*\}\}/gu;

/** Other text that Nunjucks would render. */
const TEMPLATE = /\{\{\{|\{\{|\{%|\{#/;
const MAX_SHOWN = 30;

/** Part of a text that cannot be taken over. */
export type TemplateProblem = {
  readonly reason: string;
  /** True for anything but a variable that no test has. */
  readonly isLogic: boolean;
  /** From 1. */
  readonly line: number;
};

/** The first part of a text that is a template and not a variable with a known name, else `null`. */
export function findTemplate(text: string, names: ReadonlySet<string>): TemplateProblem | null {
  // In the same length, so that positions stay. Three braces are no variable.
  const masked = text.replaceAll(VARIABLE, (found, name: string, at: number) =>
    names.has(name) && text[at - 1] !== '{' ? found.replaceAll(/\S/g, ' ') : found,
  );
  const at = masked.search(TEMPLATE);
  if (at < 0) return null;
  const line = text.slice(0, at).split('\n').length;
  const [, name] = new RegExp(`^${VARIABLE.source}`, 'u').exec(text.slice(at)) ?? [];
  if (name !== undefined) {
    return { reason: `no test has the variable ${name}; give the tests one`, isLogic: false, line };
  }
  const [shown = ''] = text.slice(at, at + MAX_SHOWN).split('\n');
  return {
    reason: `it has ${shown.replace(/(%\}|#\}|\}\}+).*/, '$1')}, and only {{name}} is filled in; use that or plain text`,
    isLogic: true,
    line,
  };
}

/** The names of the variables in a text, each once. */
export function listVariables(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name));
}

/** The names that a text has inside its variables and templates. */
export function listTemplateNames(text: string, names: ReadonlySet<string>): ReadonlySet<string> {
  const templates = [...text.matchAll(/\{[{%][\s\S]*?[}%]\}/g)].map(([found]) => found).join('\n');
  const words = new Set(templates.match(/[\p{L}_][\p{L}\p{M}\p{N}_]*/gu));
  return new Set([...names].filter((name) => words.has(name)));
}

/** The name of the variable that is the whole text, else `null`. */
export function findOnlyVariable(text: string): string | null {
  const [whole, name = null] = new RegExp(VARIABLE.source, 'u').exec(text) ?? [];
  return whole === text.trim() ? name : null;
}

/** A text with the known variables filled in. */
export function fillVariables(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(VARIABLE, (whole, name: string) => values.get(name) ?? whole);
}

/** The text with other names for these variables. */
export function renameVariables(text: string, names: ReadonlyMap<string, string>): string {
  return text.replaceAll(VARIABLE, (whole, name: string) => {
    const now = names.get(name);
    return now === undefined ? whole : `{{${now}}}`;
  });
}

/** The text, or the reason why it cannot be filled in. */
export type RenderedText = { readonly text: string } | { readonly reason: string };

/** The variables that have a text. */
export function collectTexts(vars: ReadonlyMap<string, RenderedText>): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [name, value] of vars) if ('text' in value) texts.set(name, value.text);
  return texts;
}

/** A text with the variables inside it, and inside their values, filled in. */
export function renderTemplate(
  text: string,
  values: ReadonlyMap<string, string>,
  within: readonly string[] = [],
): RenderedText {
  const problem = findTemplate(text, new Set(values.keys()));
  if (problem !== null) return { reason: problem.reason };
  const parts = new Map<string, string>();
  for (const name of listVariables(text)) {
    if (within.includes(name)) return { reason: `the variable ${name} is inside itself` };
    const inner = renderTemplate(values.get(name) ?? '', values, [...within, name]);
    if ('reason' in inner) return inner;
    parts.set(name, inner.text);
  }
  return { text: fillVariables(text, parts) };
}
