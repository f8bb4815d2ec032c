import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { renderQuestionLoop } from '../../src/cli/init/question-loop.js';
import { codeBlocks } from '../build/code-blocks.js';
import { createFolder } from '../support/folder.js';
import { PLAIN_ENV, writeTree } from './terminal.js';

const ANSWERS = {
  async:
    'import asyncio\nLOCK = asyncio.Lock()\nasync def answer(question):\n    async with LOCK:\n        await asyncio.sleep(0)\n        return "You asked: " + question\n\n',
  py: 'def answer(question):\n    return "You asked: " + question\n\n',
  js: "const { basename } = require('node:path');\nfunction answer(question) { return 'You asked: ' + basename(question); }\n",
  mjs: "import { basename } from 'node:path';\nconst answer = async (question) => 'You asked: ' + basename(question);\n",
  ts: "async function answer(question: string): Promise<string> { return 'You asked: ' + question; }\n",
};

it.each(Object.entries(ANSWERS))(
  'an agent in %s answers a question of its command line, and those of the check',
  async (kind, answer) => {
    const cwd = createFolder();
    const isAsync = kind === 'async';
    const name = isAsync ? 'agent.py' : `agent.${kind}`;
    await writeTree(cwd, { [name]: `${answer}${renderQuestionLoop(name, { isAsync })}` });
    const program = name.endsWith('.py') ? 'python3' : process.execPath;
    const run = (args: readonly string[], input: string) =>
      execFileSync(program, [join(cwd, name), ...args], { input, encoding: 'utf8', env: PLAIN_ENV });
    expect(run(['Why?'], '')).toBe('You asked: Why?\n');
    const cases = ['{"id":"a","input":"How?"}', '{"id":"b","input":"ü?"}'];
    const answers = run([], `${cases.join('\n')}\n`)
      .trim()
      .split('\n');
    expect(answers.map((line) => JSON.parse(line))).toEqual([
      { id: 'a', output: 'You asked: How?' },
      { id: 'b', output: 'You asked: ü?' },
    ]);
  },
);

it.each(['py', 'mjs'])(
  'a question in .%s that cannot be answered does not end the program',
  async (ending) => {
    const cwd = createFolder();
    const name = `agent.${ending}`;
    const raise =
      ending === 'py' ? 'def answer(question):\n    question["x"]\n\n' : 'const answer = (x) => x.y.z;\n';
    await writeTree(cwd, { [name]: `${raise}${renderQuestionLoop(name)}` });
    const program = ending === 'py' ? 'python3' : process.execPath;
    const input = '{"id":"a","input":"How?"}\n{"id":"b","input":"Why?"}\n';
    const said = execFileSync(program, [join(cwd, name)], { input, encoding: 'utf8', env: PLAIN_ENV });
    const replies = said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(replies).toEqual(['a', 'b'].map((id) => ({ id, error: expect.stringContaining('TypeError') })));
  },
);

it.each([
  ['py', 'import agent'],
  ['mjs', "import './agent.mjs'"],
])('an agent in .%s that another program imports answers no questions', async (ending, text) => {
  const cwd = createFolder();
  const [agent, server] = [`agent.${ending}`, `server.${ending}`];
  await writeTree(cwd, { [agent]: renderQuestionLoop(agent) ?? '', [server]: text });
  const program = ending === 'py' ? 'python3' : process.execPath;
  const input = '{"id":"a","input":"How?"}\n';
  expect(execFileSync(program, [join(cwd, server)], { input, encoding: 'utf8', env: PLAIN_ENV })).toBe('');
});

it('the page ends its agents with the lines that init prints', () => {
  const [python = ''] = codeBlocks('docs/agents.md', 'python');
  const [javascript = ''] = codeBlocks('docs/agents.md', 'js');
  expect(python.endsWith(renderQuestionLoop('agent.py') ?? 'none')).toBe(true);
  expect(javascript.endsWith(renderQuestionLoop('agent.mjs') ?? 'none')).toBe(true);
});
