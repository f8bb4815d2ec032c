import { collapseWhitespace } from '../text/values.js';
import type { PromptFile } from './prompt-file.js';
import { isPlaceholder } from './render-prompt.js';

/** Longer ones are not found, which bounds the cost of a text that opens many and closes none. */
const TEMPLATE = /\{%[\s\S]{0,300}?%\}|\{#[\s\S]{0,300}?#\}|\{\{\{[^{}]{0,300}\}\}\}|\{\{[\s\S]{0,300}?\}\}/g;

/** Parts of a text that other template languages fill in: all but `{{name}}`. */
export function findForeignTemplates(text: string): readonly string[] {
  return [...text.matchAll(TEMPLATE)].map(([found]) => found).filter((found) => !isPlaceholder(found));
}

const SINGLE_BRACES = /(?<!\{)\{\s*([\p{L}_][\p{L}\p{M}\p{N}_.-]*)\s*\}(?!\})/gu;
const FRONT_MATTER = /^---\n[\s\S]*?\n---\n/;

/** Warns of parts of a prompt that look like a template but are sent unchanged. `names`: the dataset's columns. */
export function warnOfForeignTemplates(
  { path, kind, messages }: PromptFile,
  text: string,
  names: ReadonlySet<string>,
): readonly string[] {
  const warnings = new Map<string, string>();
  const hasFrontMatter = kind === 'text' && FRONT_MATTER.test(text);
  if (hasFrontMatter) warnings.set('---', 'the lines between `---` are sent with the prompt: remove them.');
  for (const { content } of messages) {
    for (const [found, name = ''] of content.matchAll(SINGLE_BRACES)) {
      if (names.has(name)) warnings.set(found, `\`${found}\` is sent unchanged: write \`{{${name}}}\`.`);
    }
    for (const template of findForeignTemplates(content)) {
      const rule = template.startsWith('{{{')
        ? 'is filled in, and its outer braces are sent: write two braces'
        : 'is sent unchanged: only `{{name}}` is filled in';
      warnings.set(template, `\`${collapseWhitespace(template)}\` ${rule}.`);
    }
  }
  // A JSON file may spell it differently: then the line is unknown.
  const findLine = (found: string) => text.slice(0, Math.max(0, text.indexOf(found))).split('\n').length;
  return [...warnings].map(([found, warning]) => `${path}:${findLine(found)}: ${warning}`);
}
