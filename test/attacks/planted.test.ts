import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allSaid, commentOf, expectEnd, expectNotGreen, statusOf } from '../scenarios/said.js';
import { CONFIG, createWorld, DATASET, PETS } from '../scenarios/world.js';
import type { Files } from '../support/git-project.js';

describe('a secret that an agent was handed', () => {
  const SECRET = 'tok/en+of "the" agent\\and=more&??>>~';
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const inUrl = encodeURIComponent(SECRET);
  const SPELLINGS = [
    SECRET,
    `token=${SECRET}.`,
    inUrl,
    inUrl.replaceAll(/%../g, (code) => code.toLowerCase()),
    inUrl.replaceAll('%20', '+'),
    inUrl.replaceAll('%2F', '/'),
    encodeURIComponent(inUrl),
    JSON.stringify(SECRET),
    JSON.stringify(JSON.stringify({ token: SECRET })),
    encodeURIComponent(JSON.stringify(SECRET)),
    SECRET.replaceAll('&', '&amp;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    base64(SECRET),
    base64(`us:${SECRET}!`),
    Buffer.from(SECRET).toString('base64url'),
  ];

  it('is told to nobody, in none of fourteen spellings', async () => {
    expect(new Set(SPELLINGS).size).toBe(14);
    const agent = (tells: boolean) => `import { createInterface } from 'node:readline';
const spellings = ${JSON.stringify(SPELLINGS.map(base64))}.map((text) => Buffer.from(text, 'base64') + ' was it.');
for await (const line of createInterface({ input: process.stdin })) {
  const { id, input } = JSON.parse(line);
  const said = ${tells} ? spellings : [];
  const toolCalls = said.map((text) => ({ name: 'log_in', arguments: { text } }));
  console.log(JSON.stringify({ id, output: [input, ...said].join('\\n\\n'), toolCalls }));
}
`;
    const target = 'target: { command: [node, agent.mjs], timeout: 100s, workers: 1, env: [AGENT_TOKEN] }';
    await using world = await createWorld({
      files: {
        'agent.mjs': agent(false),
        'prompt-regression.yml': `judge: { model: builtin }\n${CONFIG.replace(/target: .*/, target)}`,
      },
    });
    world.openPull(7, { 'agent.mjs': agent(true) });
    const run = await world.runPull(7, { env: { AGENT_TOKEN: SECRET } });
    expect(commentOf(world)).toContain('*** was it.');
    // In the forms that markdown gives them too.
    const said = allSaid(world, run);
    const asRead = said
      .replaceAll(/\u200b/g, '')
      .replaceAll('&#92;', '\\')
      .replaceAll('&amp;', '&');
    for (const text of [said, asRead]) {
      expect(SPELLINGS.filter((spelling) => text.includes(spelling))).toEqual([]);
      expect(text).not.toContain('of "the" agent');
    }
  });
});

it('what the runner tells everybody is no secret: a branch takes no status, and nothing that is remembered, away', async () => {
  const agent = (more: string) => `import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { id, input } = JSON.parse(line);
  console.log(JSON.stringify({ id, output: \`Here is what we know: \${input}${more}\` }));
}
`;
  const config = (env: string) => `judge: { model: builtin }
${CONFIG.replace('name: support', 'name: Support2').replace(/target: .*/, `target: { command: [node, agent.mjs], timeout: 100s, workers: 1, env: [${env}] }`)}`;
  await using world = await createWorld({
    files: { 'agent.mjs': agent(''), 'prompt-regression.yml': config('') },
  });
  const head = world.openPull(7, {
    'agent.mjs': agent(' By the way, our cat sends her love.'),
    'prompt-regression.yml': config('GITHUB_HEAD_REF'),
  });
  const env = { GITHUB_HEAD_REF: 'Support2' };
  expectEnd(await world.runPull(7, { env }), 1);
  expect(statusOf(world, head, 'Support2')?.state).toBe('failure');
  const again = await world.runPull(7, { env });
  expectEnd(again, 1);
  expect(again.log).toContain('shown again');
});

describe('names', () => {
  const OPTION = '--upload-pack=touch ran';

  it('that look like options, commands or markup are names of files', async () => {
    const odd = [
      ...[
        '-rf',
        '--output=ran',
        '$(touch ran)',
        '`touch ran`',
        ' lead',
        'line\nbreak',
        'tab\there',
        'quo"te\\',
      ],
      ...[
        '::error::forged',
        '@acme/agents #1',
        '<!-- x -->',
        '\u202eevil',
        'caf\u00e9',
        'cafe\u0301',
        '*',
        '[x]',
      ],
    ].map((name): [string, string] => [`prompts/${name}`, 'x']);
    const [prompt, dataset] = [`prompts/${OPTION}.md`, `${OPTION}.jsonl`];
    await using world = await createWorld({
      files: {
        ...Object.fromEntries(odd),
        [prompt]: 'You answer questions of customers.\n',
        [dataset]: DATASET,
        'prompt-regression.yml': CONFIG.replace('prompts/support.md', prompt)
          .replace('evals/cases.jsonl', dataset)
          .replace('    gate:', '    watch: ["prompts/**"]\n    gate:'),
      },
    });
    const renamed = Object.fromEntries(
      odd.flatMap(([path]) => [
        [path, null],
        [`${path}2`, 'y'],
      ]),
    );
    const head = world.openPull(7, { ...renamed, [prompt]: PETS });
    const start = await world.checkoutPull(7);
    const run = await world.run(start);
    expectEnd(run, 1, { decision: 'fail', 'baseline-score': '1.00', score: '0.50' });
    expect(statusOf(world, head)?.state).toBe('failure');
    expect(run.log).not.toMatch(/^::error[^:]*::forged/m);

    // So is the branch that the pull request is for.
    const event = structuredClone(start.event);
    Object.assign(event.payload as object, {
      pull_request: { number: 7, head: { sha: head, repo: null }, base: { ref: OPTION, repo: null } },
    });
    world.github.state.statuses.length = 0;
    const workspace = await world.project.checkout(head);
    const other = await world.run({ event, workspace });
    expectNotGreen(world, other);
    for (const folder of [start.workspace, workspace]) expect(existsSync(join(folder, 'ran'))).toBe(false);
  });
});

describe('a file that is made to hurt its reader', () => {
  const deep = (open: string, close: string) => `${open.repeat(100_000)}${close.repeat(100_000)}`;
  const bomb = Array.from(
    { length: 9 },
    (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level},`.repeat(9).slice(0, -1)}]`,
  );

  /** A run that ends with what to mend, and says no more than that. */
  async function expectMended(
    options: { readonly files?: Files; readonly head: Files },
    problems: readonly RegExp[],
  ) {
    await using world = await createWorld({ ...(options.files && { files: options.files }) });
    const head = world.openPull(7, options.head);
    const run = await world.runPull(7, { env: { SECRET_OF_THE_JOB: 'planted-in-the-environment' } });
    expectNotGreen(world, run);
    expectEnd(run, 2, { decision: 'inconclusive' });
    for (const problem of problems)
      expect(run.log).toMatch(new RegExp(`^::error[^:]*::.*${problem.source}`, 'm'));
    expect(run.log.length).toBeLessThan(30_000);
    expect(commentOf(world).length).toBeLessThan(60_000);
    expect(statusOf(world, head)).toMatchObject({
      state: 'error',
      description: expect.stringMatching(/fix it$/),
    });
    expect(allSaid(world, run)).not.toContain('planted-in-the-environment');
  }

  it.each([
    ['aliases that multiply', ['l0: &l0 [x]', ...bomb, CONFIG].join('\n'), /Excessive alias count/],
    ['lists within lists', `${CONFIG}judge: ${deep('[', ']')}\n`, /too deep in one another/],
    ['brackets alone', `${CONFIG}${']'.repeat(99_950)}`, /and 99,900 more problems/],
  ])('ends the run with what to mend: a config of %s', async (_, config, problem) => {
    await expectMended({ head: { 'prompts/support.md': PETS, 'prompt-regression.yml': config } }, [problem]);
  });

  it('ends the run with what to mend: a dataset of lists within lists, one that is the environment, and such a prompt', async () => {
    const environment = { link: '/proc/self/environ' };
    const suite = (name: string, dataset: string, prompt: string) =>
      `  - { name: ${name}, dataset: ${dataset}, target: { prompt: ${prompt}, model: agent-1 } }\n`;
    await expectMended(
      {
        files: {
          'evals/linked.jsonl': DATASET,
          'prompts/linked.md': 'You answer questions of customers.\n',
          'prompt-regression.yml': [
            'suites:\n',
            suite('deep', 'evals/cases.jsonl', 'prompts/support.md'),
            suite('dataset', 'evals/linked.jsonl', 'prompts/support.md'),
            suite('prompt', 'evals/cases.jsonl', 'prompts/linked.md'),
          ].join(''),
        },
        head: {
          'prompts/support.md': PETS,
          'evals/cases.jsonl': `{"id":"a","input":"b","more":${deep('[', ']')}}`,
          'evals/linked.jsonl': environment,
          'prompts/linked.md': environment,
        },
      },
      [
        /evals\/cases\.jsonl.*too deep in one another/,
        /evals\/linked\.jsonl.*symbolic links are not followed/,
        /prompts\/linked\.md.*symbolic links are not followed/,
      ],
    );
  });
});
