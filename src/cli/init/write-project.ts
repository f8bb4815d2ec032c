import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { DEFAULT_KEY_VARIABLE } from '../../settings/defaults.js';

/** A file to write, relative to the working directory. */
export type NewFile = {
  readonly path: string;
  readonly text: string;
  /** Its description in the list of written files. */
  readonly about: string;
};

export const MODEL = 'gpt-6-luna';
export const JUDGE = 'gpt-6.1-terra';

/** The files of a first setup. */
export type Setup = {
  readonly config: object;
  readonly files: readonly NewFile[];
  /** Environment variable and secret with the provider's key. */
  readonly keyVariable: string;
  /** Lines printed before the list of files. */
  readonly notes: readonly string[];
  /** First of the next steps. */
  readonly todo: readonly string[];
};

const SCHEMA = 'https://unpkg.com/prompt-regression/schemas/config.schema.json';
const WORKFLOW = join(import.meta.dirname, '../../../examples/required-gate.yml');

/** Text of a config file, with the line that editors read the schema from. */
export function configText(config: object): string {
  return `# yaml-language-server: $schema=${SCHEMA}\n${stringify(config, { lineWidth: 0 })}`;
}

export function jsonLines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** The workflow of examples/ for this default branch, folder and key. */
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

/** A name for suites, files and cases: `Support Bot!` becomes `support-bot`. */
export function slugOf(text: string): string {
  const slug = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return slug.slice(0, 40).replaceAll(/^-+|-+$/g, '') || 'suite';
}

/** The same for a path: `prompts/Support Bot.md` becomes `support-bot`. */
export function nameOfPath(path: string): string {
  return slugOf((path.split('/').at(-1) ?? '').replace(/(?:\.prompt)?\.\w+$/, ''));
}
