import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { DEFAULT_KEY_VARIABLE } from '../../settings/defaults.js';

export type NewFile = {
  readonly path: string;
  readonly text: string;
  readonly about: string;
};

export const MODEL = 'gpt-6-luna';
export const JUDGE = 'gpt-6.1-terra';

export type Setup = {
  readonly config: object;
  readonly files: readonly NewFile[];
  readonly keyVariable: string;
  readonly notes: readonly string[];
  readonly todo: readonly string[];
};

const SCHEMA = 'https://unpkg.com/prompt-regression/schemas/config.schema.json';
const WORKFLOW = join(import.meta.dirname, '../../../examples/required-gate.yml');

/** Text of a config file, with the line that editors read the schema from. */
export function configText(config: object): string {
  return `# yaml-language-server: $schema=${SCHEMA}\n${stringify(config, { lineWidth: 0, aliasDuplicateObjects: false })}`;
}

export function jsonLines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

export async function workflowText(options: {
  readonly branch: string;
  /** Working directory in the repository; empty for its top. */
  readonly prefix: string;
  readonly keyVariable: string;
}): Promise<string> {
  const { branch, prefix, keyVariable } = options;
  const example = await readFile(WORKFLOW, 'utf8');
  const folder = prefix === '' ? '' : `working-directory: ${JSON.stringify(prefix)}\n          `;
  // A suite with its own key variable reads it from the environment, not from the input.
  const env =
    keyVariable === DEFAULT_KEY_VARIABLE ? '' : `env:\n  ${keyVariable}: \${{ secrets.${keyVariable} }}\n`;
  return example
    .replace('branches: [main]', `branches: [${JSON.stringify(branch)}]`)
    .replaceAll('openai-api-key:', `${folder}openai-api-key:`)
    .replace('\njobs:\n', `\n${env}jobs:\n`);
}

/** Writes files that do not exist yet. Resolves with the paths of those that do. */
export async function writeNew(folder: string, files: readonly NewFile[]): Promise<ReadonlySet<string>> {
  const kept = new Set<string>();
  for (const { path, text } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    try {
      await writeFile(join(folder, path), text, { flag: 'wx' });
    } catch (thrown) {
      if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST')) throw thrown;
      kept.add(path);
    }
  }
  return kept;
}

export function slugOf(text: string): string {
  const slug = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return slug.slice(0, 40).replaceAll(/^-+|-+$/g, '') || 'suite';
}

export function nameOfPath(path: string): string {
  return slugOf((path.split('/').at(-1) ?? '').replace(/(?:\.prompt)?\.\w+$/, ''));
}
