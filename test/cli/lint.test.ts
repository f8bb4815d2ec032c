import { describe, expect, it } from 'vitest';
import { CONFIG, createAgent } from './agent.js';
import { type } from './terminal.js';

describe('lint', () => {
  it('tells what there is', async () => {
    const cwd = await createAgent();
    expect(await type('lint', { cwd })).toEqual({
      code: 0,
      stdout: 'suite support: 8 cases in cases.jsonl, command node agent.mjs\nNothing to mend.\n',
      stderr: '',
    });
  });

  it('tells the problems of all suites at once', async () => {
    const cwd = await createAgent({
      'prompt-regression.yml': `judge: { model: builtin }
suites:
  - { name: one, dataset: bad.jsonl, target: { prompt: none.md, model: m } }
  - { name: two, dataset: good.jsonl, target: { prompt: who.md, model: m } }
  - { name: three, dataset: missing.csv, target: { recorded: nope.jsonl } }
`,
      'bad.jsonl': '{"id":"a","input":"x"}\n{"id":"b"}\n{no json\n',
      'good.jsonl': '{"id":"a","input":"x"}\n',
      'who.md': 'Greet {{who}}: {{input}}\n',
    });
    const { code, stdout, stderr } = await type('lint', { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    const problems = stderr.trim().split('\n');
    expect(problems.map((line) => line.slice(0, 60))).toEqual([
      expect.stringContaining('error: prompt: suite "one" names "none.md"'),
      expect.stringContaining('error: bad.jsonl:2: '),
      expect.stringContaining('error: bad.jsonl:3: '),
      expect.stringContaining('error: prompt: who.md, case "a": `{{who}}` has no value'),
      expect.stringContaining('error: recorded: suite "three" names "nope.jsonl"'),
      expect.stringContaining('error: dataset: suite "three" names "missing.csv"'),
    ]);
  });

  it('reads the datasets even where the config itself is wrong', async () => {
    const cwd = await createAgent({
      'prompt-regression.yml': `${CONFIG}    gaet: { threshold: 1 }\n`,
      'cases.jsonl': '{"id":"a"}\n',
    });
    const { code, stderr } = await type('lint', { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: prompt-regression\.yml:6: unknown key `gaet`.*\nerror: cases\.jsonl:1: /);
  });

  it.each([
    ['suites: [', 'is not valid YAML'],
    ['suites: 3', 'must be a list'],
    ['', 'There is nothing to run'],
  ])('of the config %j says what is wrong', async (text, problem) => {
    const cwd = await createAgent({ 'prompt-regression.yml': text });
    const { code, stderr } = await type('lint', { cwd });
    expect({ code, says: stderr.includes(problem) }).toEqual({ code: 2, says: true });
  });
});

describe('a mistake', () => {
  it.each([
    ['run --working-directory nowhere', /there is no folder ".*nowhere"/],
    ['lint --working-directory nowhere', /there is no folder/],
    ['compare a.json b.json --working-directory nowhere', /there is no folder/],
    ['demo --working-directory nowhere', /there is no folder/],
    ['demo --working-directory .', /has no folder base\//],
    ['run --thresold 0.8', /^error: Flag `--thresold` is not known\. Did you mean `--threshold`\?\n$/],
    ['runn', /Did you mean `run`\?/],
    ['run --baseline gone.json', /`gone\.json`, and there is no such file/],
    ['run --baseline main', /this is no git repository/],
    ['run --suite billing', /there is no suite "billing"\. Known: `support`\./],
    ['run --config gone.yml', /no file "gone\.yml"/],
  ])('%s', async (command, message) => {
    const cwd = await createAgent();
    const { code, stdout, stderr } = await type(command, { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^ +at /m);
    for (const line of stderr.trim().split('\n')) expect(line).toMatch(/^(error: |Suite )/);
  });
});
