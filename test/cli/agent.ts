import { DATASET } from '../scenarios/world.js';
import { createFolder } from '../support/folder.js';
import { shellAgent } from '../support/shell-agent.js';
import { writeTree } from './terminal.js';

/** Answers on the matter; `HANG` (which leaves its process id in a file) and `CRASH` make it do so, `PETS` makes it add a sentence. */
const AGENT = shellAgent(
  `'"$pets"'`,
  `[ -z "$HANG" ] || { read -r line; echo $$ > hanging; exec sleep 1000; }
[ -z "$CRASH" ] || { read -r line; echo 'Error: the handbook is gone' >&2; exit 1; }
[ -z "$PETS" ] || pets=' By the way, our cat sends her love.'`,
);

export const CONFIG = `judge: { model: builtin }
suites:
  - name: support
    dataset: cases.jsonl
    target: { command: [sh, agent.sh], env: [HANG, CRASH, PETS], workers: 1 }
`;

/** The same suite with a threshold. */
export const withThreshold = (threshold: number): string =>
  `${CONFIG}    gate: { threshold: ${threshold} }\n`;

const FILES = { 'agent.sh': AGENT, 'cases.jsonl': DATASET, 'prompt-regression.yml': CONFIG };

/** A folder with the agent and a suite of eight cases. */
export async function createAgent(more: Readonly<Record<string, string>> = {}): Promise<string> {
  const cwd = createFolder();
  await writeTree(cwd, { ...FILES, ...more });
  return cwd;
}
