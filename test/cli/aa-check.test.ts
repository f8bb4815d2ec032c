import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AaReport } from '../../src/ports/aa-check.js';
import { modelReply, PLAIN_MODEL } from '../scenarios/world.js';
import { createFolder } from '../support/folder.js';
import { startOpenAiServer } from '../support/openai-server.js';
import { createFailedSample, createRecord, createScoredCase } from '../support/records.js';
import { CONFIG, createAgent } from './agent.js';
import { type, writeTree } from './terminal.js';

const CASES = Array.from({ length: 6 }, (_, index) =>
  JSON.stringify({ id: `c${index}`, input: `Tell me about topic ${index}.` }),
);

/** An agent that adds a word on cats every third time, and a judge that minds it in two of three judgings. */
async function startNoisyProvider() {
  let answers = 0;
  let judgings = 0;
  return startOpenAiServer({
    reply(body) {
      return modelReply(
        {
          answer(input, system) {
            answers += 1;
            const aside = answers % 3 === 0 ? ` Our cat sends her love for the ${answers}th time.` : '';
            return PLAIN_MODEL.answer(input, system) + aside;
          },
          verdict(statement, data) {
            if (!/cat/.test(statement)) return PLAIN_MODEL.verdict(statement, data);
            judgings += 1;
            return judgings % 3 === 0 ? 'yes' : 'no';
          },
        },
        body,
      );
    },
  });
}

/** A folder with a suite of a prompt, both models at this provider. */
async function createSuite(
  { url }: { readonly url: string },
  { suite = 'repeat: auto', run = '' } = {},
): Promise<string> {
  const cwd = createFolder();
  await writeTree(cwd, {
    'support.md': 'You answer questions of customers.',
    'cases.jsonl': CASES.join('\n'),
    'prompt-regression.yml': `judge: { model: judge-1, base-url: ${url} }
${run}
suites:
  - { name: support, dataset: cases.jsonl, ${suite}, target: { prompt: support.md, model: agent-1, base-url: ${url} } }
`,
  });
  return cwd;
}

async function readReport(folder: string): Promise<AaReport> {
  return JSON.parse(await readFile(join(folder, 'support.json'), 'utf8'));
}

describe('aa-check', () => {
  it('runs the working copy twice and tells its noise, the judge`s apart, and its false alarms', async () => {
    await using provider = await startNoisyProvider();
    const cwd = await createSuite(provider);
    const { code, stdout, stderr } = await type('aa-check --output out', { cwd });
    expect(stderr).toContain('support: 6 cases × 3 runs, twice: 36 answers, at most 108 judge calls');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^support: 6 cases, run twice without a change, each time 3 runs a case; judge judge-1/,
    );
    expect(stdout).toMatch(/Answer noise 0\.\d\d/);
    expect(stdout).toMatch(/Judge noise 0\.\d\d: .*\(18 answers judged a second time\)/);
    expect(stdout).toMatch(
      /False alarms, of 1,000 times that the runs of each case are dealt out at random, 3 as/,
    );
    expect(stdout).toContain('a single case: not measurable with 3 runs; --repeat 4 measures it');
    const asked = provider.requests.filter(({ body }) => body.model === 'agent-1');
    expect(asked).toHaveLength(36);

    const report = await readReport(join(cwd, 'out'));
    expect(report).toMatchObject({
      format: 'prompt-regression/aa-check',
      suite: 'support',
      judgeNoise: { answers: 18 },
      falseAlarms: { relabellings: 1000, baseRuns: 3, headRuns: 3 },
      leftOut: [],
    });
    expect(report.cases).toHaveLength(6);

    // The same from its two records, without any call.
    const calls = provider.requests.length;
    const again = await type('aa-check out/records/support-1.json out/records/support-2.json', { cwd });
    expect(again.code).toBe(0);
    expect(provider.requests).toHaveLength(calls);
    expect(again.stdout).toContain('Judge noise: not measured');
    const second = await readReport(join(cwd, '.prompt-regression/last-aa-check'));
    expect(second.falseAlarms).toEqual(report.falseAlarms);
  });

  it('that was cut short is taken up again, and one that came to its end is not', async () => {
    let answers = 0;
    let left = 20;
    await using provider = await startOpenAiServer({
      reply(body) {
        if (left-- <= 0) return { status: 402, body: { error: { message: 'Insufficient Balance' } } };
        if (body.model === 'agent-1') answers += 1;
        return modelReply(PLAIN_MODEL, body);
      },
    });
    const cwd = await createSuite(provider, { suite: 'repeat: 1', run: 'limits: { max-concurrency: 1 }' });
    expect((await type('aa-check', { cwd })).code).toBe(3);
    expect(answers).toBeGreaterThan(2);
    left = Number.POSITIVE_INFINITY;
    expect((await type('aa-check', { cwd })).code).toBe(0);
    expect(answers).toBe(12);
    expect((await type('aa-check', { cwd })).code).toBe(0);
    expect(answers).toBe(24);
  });

  it('says of an agent that always answers the same that its noise cannot be told', async () => {
    const cwd = await createAgent();
    const { code, stdout } = await type('aa-check --repeat 2', { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('Answer noise: none');
    expect(stdout).toContain('Judge noise: none');
    expect(await readdir(join(cwd, '.prompt-regression/last-aa-check/records'))).toEqual([
      'support-1.json',
      'support-2.json',
    ]);
  });

  it('measures the other scorers where one has nothing to score', async () => {
    const cwd = await createAgent({
      'prompt-regression.yml': `${CONFIG}    scorers: [answer-relevancy, { id: max-length, words: 9 }, { id: equals, name: as-wanted }]\n`,
    });
    const { code, stdout, stderr } = await type('aa-check --repeat 1', { cwd });
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/no case has a score of as-wanted in both runs: /),
    });
    expect(stdout.match(/^support.*run twice without a change/gm)).toEqual([
      expect.stringContaining('support · answer-relevancy: 8 cases'),
      expect.stringContaining('support · max-length: 8 cases'),
    ]);
  });

  it('is refused for recorded answers, and for records that are not there', async () => {
    const cwd = await createAgent({
      'answers.jsonl': '{"id":"case-1","output":"Yes."}',
      'prompt-regression.yml':
        'judge: { model: builtin }\nsuites:\n  - { name: support, dataset: cases.jsonl, target: { recorded: answers.jsonl } }\n',
    });
    const recorded = await type('aa-check', { cwd });
    expect(recorded.code).toBe(2);
    expect(recorded.stderr).toContain('recorded answers, which are the same every time');
    const missing = await type('aa-check a.json b.json', { cwd });
    expect(missing.code).toBe(2);
    expect(missing.stderr.match(/there is no file/g)).toHaveLength(2);
    expect((await type('aa-check a.json', { cwd })).stderr).toContain('needs 2 files');
  });

  it('ends with exit code 3 where the agent cannot be had', async () => {
    const cwd = await createAgent();
    const { code, stderr } = await type('aa-check --repeat 1', { cwd, env: { CRASH: 'yes' } });
    expect(code).toBe(3);
    expect(stderr).toContain('not measured');
  });

  it('ends without a result at its budget of calls, which is not exceeded', async () => {
    await using provider = await startOpenAiServer({ reply: (body) => modelReply(PLAIN_MODEL, body) });
    const cwd = await createSuite(provider);
    const { code, stdout, stderr } = await type('aa-check --max-calls 4', { cwd });
    expect(code).toBe(3);
    expect(stdout).toBe('');
    expect(stderr).toContain('4 calls (max-calls)');
    expect(provider.requests.length).toBeLessThanOrEqual(4);
  });

  it('takes no record of a run that an outage or a spent budget cut short for noise', async () => {
    const cwd = createFolder();
    const whole = createRecord({ cases: [1, 2, 3].map((at) => createScoredCase(`c${at}`, [0.9, 0.8])) });
    const stopped = { ...whole, stopped: { kind: 'budget', reason: 'the budget of 40 calls is used up' } };
    const [first, ...others] = whole.cases;
    const spoilt = {
      ...whole,
      cases: [
        first,
        ...others.map((row) => ({
          ...row,
          samples: [row.samples[0], createFailedSample('timeout', 'no answer in time')],
        })),
      ],
    };
    await writeTree(cwd, {
      'whole.json': JSON.stringify(whole),
      'stopped.json': JSON.stringify(stopped),
      'spoilt.json': JSON.stringify(spoilt),
    });
    const said = await type('aa-check stopped.json spoilt.json', { cwd });
    expect(said.code).toBe(2);
    expect(said.stderr).toContain(
      'aa-check: stopped.json is no complete run: the budget of 40 calls is used up',
    );
    expect(said.stderr).toContain(
      'aa-check: spoilt.json is no complete run: 2 of 3 cases have no score in run 2: no answer in time',
    );
    expect((await type('aa-check whole.json whole.json', { cwd })).code).toBe(0);
  });
});
