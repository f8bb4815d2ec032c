import { posix } from 'node:path';
import { type PromptFile, parsePromptFile } from '../../../dataset/prompt-file.js';
import { attempt } from '../../../model/errors.js';
import { isFields, isList } from '../../../text/values.js';
import { nameOfPath, slugOf } from '../write-project.js';

export type PromptfooPrompt = PromptFile & {
  readonly name: string;
  readonly text: string;
  /** True if the config file has the text, or the path is not a prompt file's. */
  readonly isInline: boolean;
};

/** Text of a file that the config names; `null` if it cannot be read. */
export type ReadNamed = (path: string) => Promise<string | null>;

const PATH = /^(?:file:\/\/.*|[^\n{}]*\.(?:txt|md|json|ya?ml|[cm]?[jt]s|py)(?::\w+)?)$/;
const CODE = /\.(?:[cm]?[jt]s|py)(?::\w+)?$/;
/** Nunjucks beyond plain `{{name}}`. */
const LOGIC = /\{%|\{\{[^}]*[|([]/;

export async function importPrompts(
  given: unknown,
  read: ReadNamed,
  outcome: PromptOutcome,
): Promise<readonly PromptfooPrompt[]> {
  const prompts: PromptfooPrompt[] = [];
  for (const entry of asList(given)) {
    const { raw, id, label } = isFields(entry) ? entry : { raw: undefined, id: entry, label: undefined };
    const name = label ?? (raw === undefined ? undefined : id);
    const prompt = await readPrompt(String(raw ?? id ?? label), raw !== undefined, read);
    if (typeof prompt === 'string') outcome.skipped(`prompt ${id ?? label ?? raw}`, prompt);
    else prompts.push(name === undefined ? prompt : { ...prompt, name: slugOf(String(name)) });
  }
  return prompts;
}

async function readPrompt(given: string, isRaw: boolean, read: ReadNamed): Promise<PromptfooPrompt | string> {
  const isInline = isRaw || !PATH.test(given);
  const path = isInline ? `prompt.${given.trimStart().startsWith('[') ? 'json' : 'txt'}` : given;
  if (CODE.test(path)) return 'made by code; make it a command (docs/agents.md)';
  const text = isInline ? given : await read(given);
  if (text === null) return 'a file that cannot be read';
  if (LOGIC.test(text)) return 'has template logic, and only {{name}} is filled in';
  if (/^---$/m.test(text)) return 'several prompts in one file; split it';
  const parsed = await attempt([], async () => parsePromptFile(text, path));
  return parsed === undefined ? 'not a prompt file' : { ...parsed, name: nameOfPath(path), text, isInline };
}

export function renameVariables(text: string, names: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\{\{\s*([^{}]+?)\s*\}\}/g, (whole, name: string) => {
    const now = names.get(name);
    return now === undefined ? whole : `{{${now}}}`;
  });
}

export function createReadNamed(config: string, read: (path: string) => Promise<string | null>): ReadNamed {
  return async (path) => (await attempt([], () => read(pathBeside(config, path)))) ?? null;
}

export function pathBeside(config: string, path: string): string {
  return posix.join(posix.dirname(config), path.replace(/^file:\/\//, ''));
}

export class PromptOutcome {
  readonly #counts = new Map<string, number>();

  taken(part: string, as: string): void {
    this.#count([part, 'yes', as]);
  }

  skipped(part: string, reason: string): void {
    this.#count([part, 'no', reason]);
  }

  #count(cells: readonly string[]): void {
    const row = JSON.stringify(cells.map((cell) => cell.replaceAll(/\s+/g, ' ')));
    this.#counts.set(row, (this.#counts.get(row) ?? 0) + 1);
  }

  /** Lines of the table, with the count of equal rows. */
  lines(): readonly string[] {
    const rows = [...this.#counts].map(([row, count]) => {
      const [part, ...cells]: string[] = JSON.parse(row);
      const short = (part ?? '').replace(/^(.{48}).{3,}$/u, '$1…');
      return [count > 1 ? `${short} (${count})` : short, ...cells];
    });
    const width = Math.max(...rows.map(([part = '']) => part.length));
    return [['promptfoo', 'taken', 'here'], ...rows].map(
      ([part = '', taken = '', as = '']) => `${part.padEnd(width)}  ${taken.padEnd(5)}  ${as}`,
    );
  }
}

export function asList(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return isList(value) ? value : [value];
}
