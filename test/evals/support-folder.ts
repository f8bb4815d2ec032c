import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDataset } from '../../src/dataset/dataset.js';
import type { Case, ToolCall } from '../../src/model/case.js';
import { startProcess } from '../support/start-process.js';

export const SUPPORT = join(import.meta.dirname, '../../evals/support');

export type Spoken = {
  readonly id: string;
  readonly output: string;
  readonly toolCalls?: readonly ToolCall[];
};

/** A copy of the suite as the base or the head has it, with files of its own; gone when disposed. */
export async function copySupport(side: 'base' | 'head', files: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'support-'));
  await cp(SUPPORT, folder, { recursive: true });
  if (side === 'base') await cp(join(SUPPORT, 'base'), folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text);
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

export async function readCases(folder = SUPPORT): Promise<readonly Case[]> {
  return parseDataset(await readFile(join(folder, 'cases.jsonl'), 'utf8'), 'cases.jsonl');
}

/** Starts the agent as the command target does and asks it every case. */
export async function runAgent(
  folder: string,
  cases: readonly Case[],
): Promise<{ readonly answers: ReadonlyMap<string, Spoken>; readonly stderr: string }> {
  const asked = cases.map(({ id, input, history, vars }) => {
    const messages = [...history, { role: 'user', content: input }];
    return `${JSON.stringify({ id, input, messages, vars, sample: 1 })}\n`;
  });
  const input = asked.join('');
  const child = startProcess([process.execPath, 'agent.mjs'], { cwd: folder, env: process.env, input });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`the agent ended with ${code}: ${stderr}`);
  const answers = stdout
    .trim()
    .split('\n')
    .map((line): Spoken => JSON.parse(line));
  return { answers: new Map(answers.map((answer) => [answer.id, answer])), stderr };
}
