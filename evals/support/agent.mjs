// A small support agent without a model: a worker that reads one request a line and writes one answer a line.
// What it says comes from prompts/support.md (how), handbook.md (what) and data/ (the tools), read when it starts.
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { answerRequest } from './agent/answer.mjs';
import { readHandbook } from './agent/handbook.mjs';
import { readInstructions } from './agent/instructions.mjs';
import { createTools } from './agent/tools.mjs';

const folder = import.meta.dirname;
const instructions = readInstructions(join(folder, 'prompts', 'support.md'));
const handbook = readHandbook(join(folder, 'handbook.md'));
const tools = createTools(join(folder, 'data'));

for (const line of instructions.unknown) process.stderr.write(`Not understood, left out: ${line}\n`);

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === '') continue;
  const request = JSON.parse(line);
  const write = (answer) => process.stdout.write(`${JSON.stringify({ id: request.id, ...answer })}\n`);
  try {
    write(answerRequest(request, { handbook, instructions, tools }));
  } catch (error) {
    write({ error: error instanceof Error ? error.message : String(error) });
  }
}
