import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_KEY_VARIABLE } from '../../settings/defaults.js';
import type { LanguageSetup } from './language-setup.js';

const EXAMPLES = join(import.meta.dirname, '../../../examples');

/** What the examples name instead of the repository that hosts the action. */
export const UNKNOWN_ACTION = 'OWNER/prompt-regression@v1';

const KEY_LINE = /^ +openai-api-key: .*\n/gm;
const SETUP_STEPS = /^ +- uses: actions\/setup-python@.*\n +with: .*\n(?: +- run: pip .*\n)?/gm;

/** The environment variables with the keys that the suites need. */
export type Keys = {
  readonly variables: readonly string[];
  /** True if the action's input for the key is not enough: a program gets it, or it is another provider's. */
  readonly asVariables: boolean;
  /** Other variables that a program needs, with values that are no secrets. */
  readonly plain: readonly string[];
};

/** What differs from the example's workflow. */
export type WorkflowOptions = {
  readonly branch: string;
  /** Working directory in the repository; empty for its top. */
  readonly prefix: string;
  /** `owner/repo@version`. */
  readonly action: string;
  readonly keys: Keys;
  /** `null` if the agent is a prompt. */
  readonly setup: LanguageSetup | null;
};

/** The workflow for a repository: an example of ours with the repository's own branch, keys and set-up. */
export async function renderWorkflow(options: WorkflowOptions): Promise<string> {
  const { branch, prefix, action, keys, setup } = options;
  const name = setup === null ? 'pull-request.yml' : 'own-agent.yml';
  const example = await readFile(join(EXAMPLES, name), 'utf8');
  const steps = (setup?.steps ?? []).map((line) => `      ${line}\n`).join('');
  const inputs = prefix === '' ? '' : `          working-directory: ${JSON.stringify(prefix)}\n`;
  return (
    example
      .replaceAll(UNKNOWN_ACTION, () => action)
      .replace('branches: [main]', () => `branches: [${JSON.stringify(branch)}]`)
      .replaceAll(SETUP_STEPS, () => steps)
      .replaceAll(KEY_LINE, () => inputs + renderKeyLines(keys))
      // Without a line of its own, the group would be empty.
      .replaceAll(/^ +with:\n(?= {8}env:)/gm, '')
  );
}

/** The last lines of a step. */
function renderKeyLines({ variables, asVariables, plain }: Keys): string {
  if (!asVariables) {
    return `          openai-api-key: \${{ secrets.${DEFAULT_KEY_VARIABLE} }}\n`;
  }
  const lines = variables.map((name) => `          ${name}: \${{ secrets.${name} }}\n`);
  const others = plain.map((name) => `          ${name}: \${{ vars.${name} }}\n`);
  return `        env:\n${[...lines, ...others].join('')}`;
}
