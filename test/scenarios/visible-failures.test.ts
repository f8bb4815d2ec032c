import { describe, expect, it } from 'vitest';
import { commentOf, expectEnd } from './said.js';
import { CONFIG, createWorld } from './world.js';

const FILES = {
  'prompt-regression.yml': `judge: { model: builtin }\n${CONFIG.replace(/target: .*/, 'target: { command: [python3, agent.py], workers: 1 }')}`,
};

/** An agent in Python. `body` may give `reply` for a case, or end the process. */
const agent = (body: string, more = '') => `import json, os, sys
count = 0
for line in sys.stdin:
    case = json.loads(line)
    count += 1
    reply = {"output": "Here is what we know: " + case["input"]}
${body.replace(/^/gm, '    ')}
    print(json.dumps({"id": case["id"], **reply}), flush=True)
${more}
`;

/** Runs a pull request that changes nothing but a comment of the agent, and returns what its readers see on green. */
async function readGreen(files: Readonly<Record<string, string>>) {
  await using world = await createWorld({ files: { ...FILES, ...files } });
  world.openPull(7, { 'agent.py': `${files['agent.py']}\n# Newer.\n` });
  const run = await world.runPull(7);
  expectEnd(run, 0, { decision: 'pass' });
  return { log: run.log, comment: commentOf(world), summary: run.summary };
}

describe('on green', () => {
  it('a question that fails on both sides has a line', async () => {
    const body = 'if case["id"] == "case-4": reply = {"error": "no such table"}';
    const { log, comment, summary } = await readGreen({ 'agent.py': agent(body) });
    for (const text of [log, comment, summary]) {
      expect(text).toMatch(/No score for “Tell me about opening hours\.”, on main either: .*no such table/);
    }
  });

  it.each([
    [
      'before its answer',
      'if count == 3: sys.exit("MemoryError: no memory left")',
      'ended with code 1 before it answered',
    ],
    // The next question finds a process that is gone.
    [
      'after its answer',
      'if count == 3: (print(json.dumps({"id": case["id"], **reply}), flush=True), sys.exit("MemoryError: no memory left"))',
      'ended with code 1',
    ],
  ])('a program that crashes on every third question, %s, has a line', async (_, body, how) => {
    const { log, comment, summary } = await readGreen({ 'agent.py': agent(body) });
    for (const text of [log, comment, summary]) {
      expect(text).toMatch(
        new RegExp(
          `The agent failed 2 times and answered after a restart.*: the command ${how}.*MemoryError: no memory left`,
        ),
      );
    }
  });
});
