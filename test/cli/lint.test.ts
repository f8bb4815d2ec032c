import { describe, expect, it } from 'vitest';
import { createAgent } from './agent.js';
import { type } from './terminal.js';

describe('lint', () => {
  it('tells what there is', async () => {
    const cwd = await createAgent();
    expect(await type('lint', { cwd })).toEqual({
      code: 0,
      stdout: `suite support: 8 cases in cases.jsonl, command sh agent.sh
Nothing to fix.
`,
      stderr: '',
    });
  });

  const rowsOf = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ id: `q${at}`, input: `Tell me about lamp ${at}.` }));
  const jsonl = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');

  it.each<[string, Readonly<Record<string, string>>, RegExp | null]>([
    ['enough cases', { 'cases.jsonl': jsonl(rowsOf(40)) }, null],
    [
      'a question under another name that is known',
      { 'cases.jsonl': jsonl(rowsOf(40).map(({ id, input: question }) => ({ id, question }))) },
      null,
    ],
    [
      'a question beside an input',
      { 'cases.jsonl': jsonl(rowsOf(40).map((row) => ({ ...row, question: 'Who asks?' }))) },
      null,
    ],
    ['four cases', { 'cases.jsonl': jsonl(rowsOf(4)) }, /^The mean is not tested below 5 cases/m],
    [
      'the same question in other letters',
      { 'cases.jsonl': jsonl([...rowsOf(40), { id: 'again', input: 'tell me about LAMP 3!' }]) },
      /1 case asks the same as another, .*: again \(as q3\)\./,
    ],
    [
      'a slip of a column',
      { 'cases.jsonl': jsonl(rowsOf(40).map((row) => ({ ...row, groundTrth: 'x' }))) },
      /The column `groundTrth` is only a variable for the prompt\. Did you mean `groundTruth`\?/,
    ],
    [
      'a column that the prompt does not use',
      {
        'cases.jsonl': jsonl(rowsOf(40).map((row) => ({ ...row, city: 'Bonn' }))),
        'shop.md': 'Be brief.\n',
        'prompt-regression.yml':
          'judge: { model: builtin }\nsuites: [{ name: support, dataset: cases.jsonl, target: { prompt: shop.md, model: m } }]\n',
      },
      /`city` is in the dataset, and shop\.md does not use it\.\nNothing to fix; 1 warning\./,
    ],
  ])('warns of what may surprise: %s', async (_, files, warning) => {
    const cwd = await createAgent(files);
    const { code, stdout } = await type('lint', { cwd });
    expect(code).toBe(0);
    if (warning === null) expect(stdout).toMatch(/\nNothing to fix\.\n$/);
    else expect(stdout.replaceAll(/^ +(warning: )?/gm, '')).toMatch(warning);
  });

  it('warns of what looks like a template and is sent as it is, with its line', async () => {
    const prompt = `You help in {city}.
{% if vip %}Be kind.{% endif %}
{{{city}}} and {{ city | upper }} and {{#each rows}}
{{- city -}} {# no #}
{json} {"city": 1} {{city}}
`;
    const cwd = await createAgent({
      'cases.jsonl': jsonl(rowsOf(40).map((row) => ({ ...row, city: 'Bonn' }))),
      'shop.md': `---\nmodel: x\n---\n${prompt}`,
      'shop.json': JSON.stringify({ messages: [{ role: 'user', content: '{input}\n{{ city }}' }] }),
      'prompt-regression.yml': `judge: { model: builtin }
suites:
  - { name: a, dataset: cases.jsonl, target: { prompt: shop.md, model: m } }
  - { name: b, dataset: cases.jsonl, target: { prompt: shop.json, model: m } }
`,
    });
    const { code, stdout } = await type('lint', { cwd });
    expect(code).toBe(0);
    const only = 'is sent as it is: only `{{name}}` is filled in.';
    expect(stdout.split('\n').filter((line) => line.includes('warning: '))).toEqual(
      [
        'shop.md:1: the lines between `---` are sent with the prompt: remove them.',
        'shop.md:4: `{city}` is sent as it is: write `{{city}}`.',
        `shop.md:5: \`{% if vip %}\` ${only}`,
        `shop.md:5: \`{% endif %}\` ${only}`,
        'shop.md:6: `{{{city}}}` is filled in, and its outer braces are sent: write two braces.',
        `shop.md:6: \`{{ city | upper }}\` ${only}`,
        `shop.md:6: \`{{#each rows}}\` ${only}`,
        `shop.md:7: \`{{- city -}}\` ${only}`,
        `shop.md:7: \`{# no #}\` ${only}`,
        'shop.json:1: `{input}` is sent as it is: write `{{input}}`.',
      ].map((warning) => `  warning: ${warning}`),
    );
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
    expect(problems.map((line) => line.slice(0, 90))).toEqual([
      expect.stringContaining('error: prompt-regression.yml:3: prompt: suite "one" names "none.md"'),
      expect.stringContaining('error: bad.jsonl:2: '),
      expect.stringContaining('error: bad.jsonl:3: '),
      expect.stringContaining('error: prompt: who.md, case "a": `{{who}}` has no value'),
      expect.stringContaining('error: prompt-regression.yml:5: recorded: suite "three" names "nope.jsonl"'),
      expect.stringContaining('error: prompt-regression.yml:5: dataset: suite "three" names "missing.csv"'),
    ]);
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
    ['run --repaet 3', /^error: Flag `--repaet` is not known\. Did you mean `--repeat`\?\n$/],
    ['runn', /Did you mean `run`\?/],
    ['run --baseline gone.json', /`gone\.json`, and there is no such file/],
    ['run --baseline main', /this is not a git repository/],
    [
      'run --config gone.yml',
      /config file `gone\.yml` does not exist\. To begin with, put this into it: `suites: /,
    ],
    ['run --suite billing', /there is no suite "billing"\. Known: `support`\./],
  ])('%s', async (command, message) => {
    const cwd = await createAgent();
    const { code, stdout, stderr } = await type(command, { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^ +at /m);
    for (const line of stderr.trim().split('\n')) expect(line).toMatch(/^(error: |Suite )/);
  });
});
