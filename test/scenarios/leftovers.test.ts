import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GIT_ENV } from '../support/git-repository.js';
import type { ActionResult } from '../support/run-action.js';
import { shellAgent } from '../support/shell-agent.js';
import { baselinesOf, commentOf, expectEnd, resultOf, statusOf } from './said.js';
import { BASE_FILES, configOf, createWorld, DATASET, HARMLESS, PETS, type World } from './world.js';

const STORED = { inputs: { baseline: 'stored' } } as const;

/** A config with a program as the agent. Every file is watched but the README. */
const PROGRAM = `judge: { model: judge-1 }\n${configOf({
  agent: {
    target: '{ command: [sh, agent.sh] }',
    more: '    watch: ["!README.md"]\n',
  },
})}`;
const AGENT_FILES = {
  'agent.sh': shellAgent(),
  'package-lock.json': '{ "lockfileVersion": 3 }\n',
  'prompt-regression.yml': PROGRAM,
};
const WORSE = { 'agent.sh': shellAgent(' Our cat sends her love.') };

function write(workspace: string, path: string, text: string): void {
  mkdirSync(join(workspace, path, '..'), { recursive: true });
  writeFileSync(join(workspace, path), text);
}

/** Every job of a Python project leaves these, and a login to a cloud leaves a file with another name each time. */
function installAgent(workspace: string): void {
  write(workspace, 'shop.egg-info/PKG-INFO', 'Name: shop\n');
  write(workspace, `gha-creds-${randomUUID().slice(0, 8)}.json`, '{}');
}

/** What the provider is asked while `act` runs. */
async function callsDuring(world: World, act: () => Promise<ActionResult>) {
  const before = world.openai.requests.length;
  const run = await act();
  return { run, calls: world.openai.requests.length - before };
}

describe('files that the steps of a job leave', () => {
  it('do not separate a pull request from its stored baseline, nor a head from its decision', async () => {
    await using world = await createWorld({ files: AGENT_FILES });
    const prepare = installAgent;
    expectEnd(await world.runPush({ prepare }), 0);
    world.commitToMain({ 'README.md': 'Other words.\n' });
    const between = await callsDuring(world, () => world.runPush({ prepare }));
    expect(between.calls, between.run.log).toBe(0);

    const head = world.openPull(7, WORSE);
    const first = await world.runPull(7, { ...STORED, prepare });
    expectEnd(first, 1, { decision: 'fail' });
    expect(resultOf(first, 'agent')).toMatchObject({ baselineScore: 1, score: 0.5 });
    expect(statusOf(world, head)).toMatchObject({ state: 'failure' });
    expect(commentOf(world, 7)).not.toContain('only a warning');

    const again = await callsDuring(world, () => world.runPull(7, { ...STORED, prepare }));
    expectEnd(again.run, 1, { decision: 'fail' });
    expect(again.calls, again.run.log).toBe(0);

    world.openPull(8, { 'README.md': 'Yet other words.\n' });
    const docs = await callsDuring(world, () => world.runPull(8, { ...STORED, prepare }));
    expectEnd(docs.run, 0, { decision: 'pass' });
    expect(docs.calls, docs.run.log).toBe(0);
    expect(resultOf(docs.run, 'agent')?.status).toBe('unchanged');
  });

  it('do not separate shards from each other, nor from the job that merges', async () => {
    await using world = await createWorld({ files: AGENT_FILES });
    world.openPull(7, WORSE);
    const { workspace, event } = await world.checkoutPull(7);
    const temp = mkdtempSync(join(world.project.folder, 'shards-'));
    for (const shard of ['1/2', '2/2']) {
      installAgent(workspace);
      const inputs = { shard };
      expectEnd(await world.run({ workspace, event, inputs, env: { RUNNER_TEMP: temp } }), 0);
    }
    const fresh = await world.project.checkout(event.sha, { depth: 2 });
    const merged = await world.run({ workspace: fresh, event, inputs: { merge: temp } });
    expectEnd(merged, 1, { decision: 'fail' });
  });

  it("do not separate a merge queue's commit from the decision on its pull request", async () => {
    await using world = await createWorld({ files: AGENT_FILES });
    const files = { 'agent.sh': shellAgent(' Ask us for more.') };
    world.openPull(7, files);
    expectEnd(await world.runPull(7, { prepare: installAgent }), 0);
    const base = world.project.tip('main');
    const branch = `gh-readonly-queue/main/pr-7-${base}`;
    const sha = world.project.commit(branch, files, [base]);
    const workspace = await world.project.checkout(sha);
    installAgent(workspace);
    const payload = { merge_group: { base_sha: base, head_sha: sha, head_ref: `refs/heads/${branch}` } };
    const event = { name: 'merge_group', sha, ref: `refs/heads/${branch}`, payload };
    const queued = await callsDuring(world, () => world.run({ workspace, event }));
    expectEnd(queued.run, 0);
    expect(queued.calls, queued.run.log).toBe(0);
  });

  it('do not take an annotation: it stands at the changed line that says what the answers gained', async () => {
    await using world = await createWorld({ files: AGENT_FILES });
    world.openPull(7, { ...WORSE, 'agent.sh': `# One more line.\n${WORSE['agent.sh']}` });
    const first = await world.runPull(7, { prepare: (workspace) => write(workspace, '.a-stray-file', 'x') });
    expectEnd(first, 1);
    expect(first.log).toMatch(/^::error title=agent%3A[^:]*,file=agent\.sh,line=3::/m);

    world.openPull(8, WORSE);
    const second = await world.runPull(8);
    expect(second.log).toMatch(/^::error title=agent%3A[^:]*,file=agent\.sh,line=2::/m);
  });

  it('of a prompt with a dataset: the annotation stands at the prompt, where it changed', async () => {
    await using world = await createWorld();
    world.openPull(7, { 'evals/cases.jsonl': `${DATASET}\n`, 'prompts/support.md': PETS });
    const run = await world.runPull(7);
    expectEnd(run, 1);
    expect(run.log).toMatch(/^::error title=support%3A[^:]*,file=prompts\/support\.md,line=2::/m);
  });
});

describe('files whose mode or line ends a step changes', () => {
  it('are those of the commit, for a prompt and a program', async () => {
    const config = `judge: { model: judge-1 }\n${configOf({
      support: {},
      agent: { target: '{ command: [sh, agent.sh] }', more: '    watch: ["!README.md"]\n' },
    })}`;
    await using world = await createWorld({
      files: { ...AGENT_FILES, 'prompt-regression.yml': config },
    });
    const prepare = (workspace: string) => {
      chmodSync(join(workspace, 'agent.sh'), 0o755);
      for (const path of ['prompts/support.md', 'evals/cases.jsonl', 'package-lock.json']) {
        const text = readFileSync(join(workspace, path), 'utf8');
        writeFileSync(join(workspace, path), text.replaceAll('\n', '\r\n'));
      }
    };
    const stored = await world.runPush({ prepare });
    expectEnd(stored, 0);
    expect(baselinesOf(world)).not.toBe('');
    expect(stored.summary).not.toContain('An earlier step');
    world.openPull(7, { 'README.md': 'Other words.\n' });
    const { run, calls } = await callsDuring(world, () => world.runPull(7, { prepare }));
    expectEnd(run, 0);
    expect(calls, run.log).toBe(0);
  });
});

describe('a tracked file that a step rewrites', () => {
  it("does not change the prompt, dataset, scorer's own file or config that is measured, and a note names it", async () => {
    const config = configOf({
      support: {
        more: '    scorers: [answer-relevancy, ./evals/short.mjs]\n',
        gate: '{ threshold: 0.6 }',
      },
    });
    const files = {
      'evals/short.mjs': `export default { id: 'short', run: ({ output }) => ({ score: output.length < 1000 ? 1 : 0 }) };\n`,
      'prompt-regression.yml': config,
    };
    await using world = await createWorld({ files });
    const head = world.openPull(7, { 'prompts/support.md': PETS });
    const run = await world.runPull(7, {
      prepare: (workspace) => {
        write(workspace, 'prompts/support.md', HARMLESS);
        write(workspace, 'evals/cases.jsonl', '{"id":"case-1","input":"Tell me about refunds."}\n');
        write(workspace, 'evals/short.mjs', 'export default 1;\n');
        write(workspace, 'prompt-regression.yml', config.replace('0.6', '0'));
      },
    });
    expectEnd(run, 1, { decision: 'fail' });
    expect(resultOf(run, 'support')).toMatchObject({ cases: { head: 8 } });
    expect(statusOf(world, head)).toMatchObject({ state: 'failure' });
    for (const path of ['prompts/support.md', 'evals/cases.jsonl', 'evals/short.mjs']) {
      expect(commentOf(world)).toContain(path);
    }
    expect(commentOf(world)).toMatch(/An earlier step changed/);
  });

  it('is seen by a program: a note names it, and the run is not stored as a baseline', async () => {
    await using world = await createWorld({ files: AGENT_FILES });
    const prepare = (workspace: string) => appendFileSync(join(workspace, 'package-lock.json'), '{}\n');
    const push = await world.runPush({ prepare });
    expect(baselinesOf(world)).toBe('');
    expectEnd(push, 1);
    for (const text of [push.log, push.summary]) {
      expect(text).toMatch(/⚠️.* the baseline was not stored/);
      expect(text).toContain('package-lock.json');
    }

    expectEnd(await world.runPush(), 0);
    expect(baselinesOf(world)).not.toBe('');

    // Fingerprints are the commit's all the same: the stored record is found.
    const between = await callsDuring(world, () => world.runPush({ prepare }));
    expect([between.run.code, between.calls], between.run.log).toEqual([0, 0]);
    world.openPull(7, { 'agent.sh': `# No other words.\n${shellAgent()}` });
    const pull = await world.runPull(7, { ...STORED, prepare });
    expectEnd(pull, 0, { decision: 'pass' });
    expect(commentOf(world)).toMatch(/An earlier step changed `package-lock\.json`/);
  });

  it('in a shard keeps the merged record from the store', async () => {
    await using world = await createWorld({ files: AGENT_FILES });
    const sha = world.project.tip('main');
    const payload = { repository: { full_name: 'acme/agents', default_branch: 'main' } };
    const event = { name: 'push', sha, ref: 'refs/heads/main', payload };
    const workspace = await world.project.checkout(sha);
    const temp = mkdtempSync(join(world.project.folder, 'shards-'));
    for (const shard of ['1/2', '2/2']) {
      if (shard === '2/2') rmSync(join(workspace, 'package-lock.json'));
      const env = { RUNNER_TEMP: temp };
      expectEnd(await world.run({ workspace, event, inputs: { shard }, env }), 0);
    }
    const fresh = await world.project.checkout(sha);
    const merged = await world.run({ workspace: fresh, event, inputs: { merge: temp } });
    expect(baselinesOf(world)).toBe('');
    expect(merged.log).toContain('package-lock.json');
  });

  it('and commits or stages is refused or seen, not taken for the commit', async () => {
    await using world = await createWorld({ files: AGENT_FILES });
    const prepare = (workspace: string) => {
      appendFileSync(join(workspace, 'package-lock.json'), '{}\n');
      execFileSync('git', ['add', '--all'], { cwd: workspace, env: GIT_ENV });
    };
    const push = await world.runPush({ prepare });
    expect(baselinesOf(world)).toBe('');
    expect(push.log).toContain('package-lock.json');
    world.openPull(7, { 'README.md': 'Other words.\n' });
    const { run, calls } = await callsDuring(world, () => world.runPull(7, { prepare }));
    expectEnd(run, 0);
    expect(calls, run.log).toBe(0);
  });
});

it('what a sparse checkout leaves out is read from the commit', async () => {
  await using world = await createWorld();
  world.openPull(7, { 'prompts/support.md': PETS });
  const prepare = (workspace: string) => {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: workspace, env: GIT_ENV });
    git('reset', '--quiet', '--hard');
    git('sparse-checkout', 'set', '--no-cone', '/README.md');
    expect(existsSync(join(workspace, 'evals/cases.jsonl'))).toBe(false);
  };
  const run = await world.runPull(7, { prepare });
  expectEnd(run, 1, { decision: 'fail' });
  expect(commentOf(world)).not.toMatch(/An earlier step/);
});

describe('a file that the config names and no commit has', () => {
  const answers = (text: string) =>
    DATASET.split('\n')
      .map((line) => JSON.stringify({ id: JSON.parse(line).id, output: text }))
      .join('\n');
  const GOOD = { prompt: BASE_FILES['prompts/support.md'], answer: 'Here is what we know.' };
  const BAD = { prompt: PETS, answer: 'Here is what we know. Our cat sends her love.' };
  const build =
    ({ prompt, answer }: typeof GOOD) =>
    (workspace: string) => {
      write(workspace, 'out/prompt.md', prompt);
      write(workspace, 'out/answers.jsonl', answers(answer));
    };
  const config = configOf({
    asked: { target: '{ prompt: out/prompt.md, model: agent-1 }', gate: '{}' },
    recorded: { target: '{ recorded: out/answers.jsonl }', gate: '{}' },
    program: {
      target: '{ command: [sh, agent.sh] }',
      gate: '{}',
      more: '    watch: ["!README.md", out/words.txt]\n',
    },
  });
  const files = {
    'agent.sh': shellAgent(`'"$words"'`, 'words=$(cat out/words.txt)'),
    'prompt-regression.yml': `judge: { model: judge-1 }\n${config}`,
  };

  it.each([
    ['ignored', { ...files, '.gitignore': 'out/\n' }],
    ['untracked', files],
  ])('is never unchanged, and its content is part of what is decided: %s', async (_, given) => {
    await using world = await createWorld({ files: given });
    const good = (workspace: string) => {
      build(GOOD)(workspace);
      write(workspace, 'out/words.txt', '');
    };
    const bad = (workspace: string) => {
      build(BAD)(workspace);
      write(workspace, 'out/words.txt', ' Our cat sends her love.');
    };
    expectEnd(await world.runPush({ prepare: good }), 0);
    const first = baselinesOf(world);
    world.commitToMain({ 'README.md': 'Other words.\n' });
    expectEnd(await world.runPush({ prepare: good }), 0);
    expect(baselinesOf(world)).not.toBe(first);

    const head = world.openPull(7, { 'README.md': 'Yet other words.\n' });
    const green = await world.runPull(7, { ...STORED, prepare: good });
    expectEnd(green, 0, { decision: 'pass' });
    for (const suite of ['asked', 'recorded', 'program']) {
      expect(resultOf(green, suite), suite).toMatchObject({ status: 'evaluated', baselineScore: 1 });
    }
    const again = await callsDuring(world, () => world.runPull(7, { ...STORED, prepare: good }));
    expect([again.run.code, again.calls], again.run.log).toEqual([0, 0]);

    const red = await world.runPull(7, { ...STORED, prepare: bad });
    expectEnd(red, 1, { decision: 'fail' });
    for (const suite of ['asked', 'recorded', 'program']) {
      expect(resultOf(red, suite), suite).toMatchObject({ decision: 'fail', baselineScore: 1, score: 0.5 });
      expect(statusOf(world, head, suite)).toMatchObject({ state: 'failure' });
    }
  });

  it('and no step has built is named with its line', async () => {
    await using world = await createWorld({ files });
    world.openPull(7, { 'README.md': 'Other words.\n' });
    const run = await world.runPull(7);
    expect(run.code).not.toBe(0);
    expect(run.log).toMatch(/^::error.*file=prompt-regression\.yml,line=\d+::.*out\/words\.txt/m);
    expect(run.log).toMatch(/^::error.*file=prompt-regression\.yml,line=\d+::.*out\/prompt\.md/m);
  });
});
