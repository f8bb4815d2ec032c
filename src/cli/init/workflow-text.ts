import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_KEY_VARIABLE } from '../../settings/defaults.js';
import type { LanguageSetup } from './language-setup.js';
import type { PlainVariable } from './write-project.js';

const EXAMPLES = join(import.meta.dirname, '../../../examples');

/** The examples' placeholder for the repository that hosts the action. */
export const UNKNOWN_ACTION = 'OWNER/prompt-regression@v1';

const KEY_LINE = new RegExp(`^ +${DEFAULT_KEY_VARIABLE}: .*\\n`, 'gm');
const SETUP_STEPS = /^ +- uses: actions\/setup-python@.*\n +with: .*\n(?: +- run: pip .*\n)?/gm;
const ACTION_STEP = /^ {6}- uses: OWNER\/.*\n(?: {8}id: .*\n)?(?: {8}with:\n)?/gm;

/** The environment variables that the action's steps get. */
export type StepVariables = {
  /** Keys, each with a secret of its name. */
  readonly keys: readonly string[];
  readonly plain: readonly PlainVariable[];
};

/** The differences from the example's workflow. */
export type WorkflowOptions = {
  readonly branch: string;
  /** Working directory in the repository; empty for its top. */
  readonly prefix: string;
  /** `owner/repo@version`. */
  readonly action: string;
  readonly variables: StepVariables;
  /** `null` if the agent is a prompt. */
  readonly setup: LanguageSetup | null;
};

/** The workflow for a repository: an example of ours with the repository's own branch, keys and set-up. */
export async function renderWorkflow(options: WorkflowOptions): Promise<string> {
  const { branch, prefix, action, variables, setup } = options;
  const name = setup === null ? 'pull-request.yml' : 'own-agent.yml';
  const example = await readFile(join(EXAMPLES, name), 'utf8');
  const steps = (setup?.steps ?? []).map((line) => `      ${line}\n`).join('');
  return (
    example
      .replaceAll(ACTION_STEP, (step) => addWorkingDirectory(step, prefix))
      .replaceAll(UNKNOWN_ACTION, () => action)
      .replace('branches: [main]', () => `branches: [${JSON.stringify(branch)}]`)
      .replaceAll(SETUP_STEPS, () => steps)
      .replaceAll(KEY_LINE, () => renderVariables(variables))
      // Without a line of its own, the group would be empty.
      .replaceAll(/^ {8}env:\n(?! {10})/gm, '')
  );
}

function addWorkingDirectory(step: string, prefix: string): string {
  if (prefix === '') return step;
  const group = step.endsWith('with:\n') ? '' : '        with:\n';
  return `${step}${group}          working-directory: ${JSON.stringify(prefix)}\n`;
}

function renderVariables({ keys, plain }: StepVariables): string {
  const secrets = keys.map((name) => ({ name, value: `\${{ secrets.${name} }}` }));
  return [...secrets, ...plain].map(({ name, value }) => `          ${name}: ${value}\n`).join('');
}
