import { DATASET } from '../scenarios/world.js';
import { createFolder } from '../support/folder.js';
import { writeTree } from './terminal.js';

/** Answers on the matter; `HANG` (which leaves its process id in a file) and `CRASH` make it do so, `PETS` makes it add a sentence. */
const AGENT = `
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { id, input } = JSON.parse(line);
  if (process.env.HANG) {
    writeFileSync('hanging', String(process.pid));
    setInterval(() => {}, 1000);
    await new Promise(() => {});
  }
  if (process.env.CRASH) throw new Error('the handbook is gone');
  const pets = process.env.PETS ? ' By the way, our cat sends her love.' : '';
  console.log(JSON.stringify({ id, output: input.replace('Tell me about', 'Here is what we know of') + pets }));
}
`;

export const CONFIG = `judge: { model: builtin }
suites:
  - name: support
    dataset: cases.jsonl
    target: { command: [node, agent.mjs], env: [HANG, CRASH, PETS], workers: 1 }
`;

/** The same suite with a threshold. */
export const withThreshold = (threshold: number): string =>
  `${CONFIG}    gate: { threshold: ${threshold} }\n`;

const FILES = { 'agent.mjs': AGENT, 'cases.jsonl': DATASET, 'prompt-regression.yml': CONFIG };

/** A folder with the agent and a suite of eight cases. */
export async function createAgent(more: Readonly<Record<string, string>> = {}): Promise<string> {
  const cwd = createFolder();
  await writeTree(cwd, { ...FILES, ...more });
  return cwd;
}
