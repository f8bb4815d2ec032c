import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunRecord } from '../../src/model/run-record.js';
import type { Judgement } from '../../src/model/verdict.js';
import type { ServerReply } from '../support/openai-server.js';
import { commentOf, expectEnd } from './said.js';
import {
  CONFIG,
  createWorld,
  HARMLESS,
  modelReply,
  PLAIN_MODEL,
  type RunOptions,
  type World,
} from './world.js';

const PETS = `${HARMLESS}Add: By the way, our cat sends her love.\n`;
const BRANCH = 'prompt-regression-data';

/** Judges of other tastes: the second one finds nothing relevant that the first found so in half of the cases. */
function createJudgedWorld(
  options: { readonly files?: Record<string, string>; readonly down?: Set<string> } = {},
) {
  return createWorld({
    ...(options.files && { files: options.files }),
    reply(body): ServerReply {
      if (options.down?.has(body.model)) return { status: 401, body: { error: { message: 'wrong key' } } };
      const strict = body.model === 'judge-2';
      const verdict: typeof PLAIN_MODEL.verdict = (statement, data) =>
        strict && /refunds|invoices|repairs|returns/.test(data.input)
          ? 'no'
          : PLAIN_MODEL.verdict(statement, data);
      return modelReply({ ...PLAIN_MODEL, verdict }, body);
    },
  });
}

const judgedBy = (judge: string, threshold = 0.6) => ({
  'prompt-regression.yml': `judge: { model: ${judge} }\n${CONFIG.replace('0.6', String(threshold))}`,
});

/** The nearest record that is stored, though the config changed since. */
const STORED = { inputs: { baseline: 'stored' } };

function askedSince(world: World, from: number): Record<string, number> {
  const asked: Record<string, number> = {};
  for (const { body: request } of world.openai.requests.slice(from)) {
    asked[request.model] = (asked[request.model] ?? 0) + 1;
  }
  return asked;
}

/** Rewrites the one stored record in place. */
function editRecord({ project }: World, edit: (record: RunRecord) => RunRecord): void {
  const { remote } = project;
  const files = remote.walk(remote.commit(project.tip(BRANCH))?.tree ?? '');
  const { name, sha } = files.find((file) => file.name.endsWith('.json.gz')) ?? { name: '', sha: '' };
  const record: RunRecord = JSON.parse(gunzipSync(remote.read('blob', sha) ?? '').toString());
  project.commit(BRANCH, { [name]: JSON.stringify(edit(record)) });
}

describe('a stored baseline that one push left', () => {
  let world: World;
  let stored: string;
  let merged: string;
  let pulls = 0;
  const down = new Set<string>();

  beforeAll(async () => {
    world = await createJudgedWorld({ down, files: judgedBy('judge-1') });
    expectEnd(await world.runPush(), 0);
    stored = world.project.tip(BRANCH);
    merged = world.project.tip('main');
  });
  beforeEach(() => {
    world.project.remote.setRef(`refs/heads/${BRANCH}`, stored);
    world.project.remote.setRef('refs/heads/main', merged);
    world.github.state.comments.length = 0;
    down.clear();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** A run on a new pull request, and what it asked. */
  async function runNew(prompt: string, options?: RunOptions) {
    pulls += 1;
    const calls = world.openai.requests.length;
    world.openPull(pulls, { 'prompts/support.md': prompt });
    const run = await world.runPull(pulls, options);
    return { run, asked: askedSince(world, calls) };
  }

  it('of another release is taken apart under the rules of today, and no known statement costs a call', async () => {
    editRecord(world, (record) => ofOtherRules(record, { rubric: 'of another release' }));
    const { run, asked } = await runNew(HARMLESS);
    expectEnd(run, 0, { decision: 'pass', 'baseline-score': '1.00', delta: '0.00' });
    expect(asked).toEqual({ 'agent-1': 8 });
    expect(commentOf(world)).toContain("because the judge's rules changed");
  });

  it('of another judge is judged again, so that the delta is the agent`s alone, and the comment says so', async () => {
    world.commitToMain(judgedBy('judge-2', 0.1));
    const { run, asked } = await runNew(HARMLESS, STORED);
    expect(run.log).toContain('24 stored answers of the base are judged again.');
    expectEnd(run, 0, { decision: 'pass', 'baseline-score': '0.50', score: '0.50', delta: '0.00' });
    expect(commentOf(world)).toContain(
      "The baseline's answers were scored again, because the judge changed from `judge-1` to `judge-2`.",
    );
    // The agent is asked at head alone; three equal answers a case are judged once, and the head's are the same.
    expect(asked).toEqual({ 'agent-1': 8, 'judge-2': expect.any(Number) });
    expect(asked['judge-2']).toBeLessThanOrEqual(8);
    expect(Number(run.outputs['total-tokens'])).toBeGreaterThan(0);

    const { run: worse } = await runNew(PETS, STORED);
    expect(worse.outputs).toMatchObject({ 'baseline-score': '0.50', delta: '-0.25' });
  });

  it('of another judge decides nothing where the new one is out of reach', async () => {
    down.add('judge-2');
    world.commitToMain(judgedBy('judge-2'));
    const { run } = await runNew(HARMLESS, STORED);
    expectEnd(run, 3, { decision: 'inconclusive', score: '', passed: 'false' });
    expect(commentOf(world)).toContain('judge judge-2: the key was refused');
  });

  it('of another task is judged again under the task of today, where the tasks differ', async () => {
    editRecord(world, (record) => ({
      ...record,
      cases: record.cases.map((row, index) => (index < 2 ? { ...row, taskHash: 'of another task' } : row)),
    }));
    const { run } = await runNew(HARMLESS);
    expectEnd(run, 0, { decision: 'pass', delta: '0.00' });
    expect(run.log).toContain('6 stored answers of the base are judged again');
    expect(commentOf(world)).toContain('scored again, because the task changed');
  });
});

describe('a stored baseline', () => {
  it('of another release says what it did not judge, and pays for that alone', async () => {
    const offer = 'Get Acme Plus today for 9.99';
    const prompt = `${HARMLESS}Add: **${offer}**\n`;
    await using world = await createJudgedWorld({
      files: { 'prompts/support.md': prompt, ...judgedBy('judge-1') },
    });
    expectEnd(await world.runPush(), 0);
    editRecord(world, (record) => ofOtherRules(record, { rubric: 'of another release' }, offer));
    const calls = world.openai.requests.length;
    world.openPull(7, { 'prompts/support.md': prompt.replace('our', 'all our') });
    const run = await world.runPull(7);
    expectEnd(run, 0, { decision: 'pass', delta: '0.00' });
    expect(askedSince(world, calls)).toEqual({ 'agent-1': 8, 'judge-1': 8 });
  });

  it('of another judge that keeps no answers cannot be judged again', async () => {
    const files = (judge: string) => ({
      'prompt-regression.yml': `${judgedBy(judge, 0.1)['prompt-regression.yml']}store: { text: statements }\n`,
    });
    await using world = await createJudgedWorld({ files: files('judge-1') });
    await world.runPush();
    world.commitToMain(files('judge-2'));
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    const stored = await world.runPull(7, STORED);
    expect(stored.outputs).toMatchObject({ decision: 'inconclusive', delta: '' });
    expect(stored.log).toContain(
      'The judge changed from `judge-1` to `judge-2`, and the baseline keeps no answers to judge again.',
    );
  });
});

/** The record as another release would have left it: under other rules, without the statements on something. */
function ofOtherRules(
  record: RunRecord,
  by: Partial<RunRecord['scorers'][number]>,
  without?: string,
): RunRecord {
  const judgementOf = (judgement: Judgement): Judgement =>
    judgement.status === 'unscored'
      ? judgement
      : {
          ...judgement,
          statements: judgement.statements.filter(({ text }) => text !== without),
        };
  return {
    ...record,
    scorers: record.scorers.map((scorer) => ({ ...scorer, ...by })),
    cases: record.cases.map((row) => ({
      ...row,
      samples: row.samples.map((sample) => ({
        ...sample,
        judgements: Object.fromEntries(
          Object.entries(sample.judgements).map(([id, judgement]) => [id, judgementOf(judgement)]),
        ),
      })),
    })),
  };
}
