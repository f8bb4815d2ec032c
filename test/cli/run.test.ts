import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isJudging } from '../scenarios/said.js';
import { BASE_FILES, CONFIG, DATASET, HARMLESS, PETS } from '../scenarios/world.js';
import { createFolder } from '../support/folder.js';
import { GitProject } from '../support/git-project.js';
import { TestRepository } from '../support/git-repository.js';
import type { OpenAiServer } from '../support/openai-server.js';
import { withProvider } from '../support/provider-address.js';
import { shellAgent } from '../support/shell-agent.js';
import { createAgent } from './agent.js';
import { readRecord, startProvider, type as typeCommand, writeTree } from './terminal.js';

const LAST_RUN = '.prompt-regression/last-run';

/** A developer's clone of a project with eight cases, and a provider on loopback. */
async function createDesk(
  more = '',
  config = CONFIG,
): Promise<
  AsyncDisposable & {
    readonly clone: TestRepository;
    readonly openai: OpenAiServer;
    readonly folder: string;
    type(command: string, env?: Readonly<Record<string, string>>): ReturnType<typeof typeCommand>;
    edit(files: Readonly<Record<string, string>>): Promise<void>;
  }
> {
  const openai = await startProvider();
  const files = withProvider({ ...BASE_FILES, 'prompt-regression.yml': `${config}${more}` }, openai.url);
  const project = new GitProject(files);
  const clone = new TestRepository(await project.clone());
  const folder = clone.path;
  return {
    clone,
    openai,
    folder,
    type: (command, env = {}) => typeCommand(command, { cwd: folder, env }),
    edit: (changed) => writeTree(folder, withProvider(changed, openai.url)),
    async [Symbol.asyncDispose]() {
      await openai.close();
      await project[Symbol.asyncDispose]();
    },
  };
}

it('what one branch accepted is not the baseline of another branch', async () => {
  await using desk = await createDesk();
  const commitPets = async (branch: string) => {
    desk.clone.git('checkout', '--quiet', '-b', branch, 'main');
    await desk.edit({ 'prompts/support.md': PETS });
    desk.clone.git('commit', '--quiet', '-a', '-m', `pets on ${branch}`);
  };
  await commitPets('accepted');
  expect((await desk.type('baseline')).code).toBe(0);
  expect((await desk.type('run')).stdout).not.toContain('gained');
  await commitPets('other');
  const { stdout, stderr } = await desk.type('run');
  expect(stdout).toContain('8 of 8 answers gained the same irrelevant sentence');
  expect(stderr).toMatch(
    /The stored baseline of support is of [0-9a-f]{7}, a commit that this branch does not have/,
  );

  desk.clone.git('checkout', '--quiet', 'main');
  const onMain = await desk.type('run');
  expect(onMain, onMain.stdout).toMatchObject({ code: 0, stdout: expect.not.stringContaining('record') });
});

describe('the first line says what a run is compared with', () => {
  const firstLine = ({ stderr }: { readonly stderr: string }) => stderr.split('\n')[0];

  it('on main: what is not pushed is the change', async () => {
    await using desk = await createDesk();
    const pushed = desk.clone.git('rev-parse', '--short=7', 'HEAD');
    await desk.edit({ 'prompts/support.md': HARMLESS });
    expect(firstLine(await desk.type('run'))).toBe(
      `Compared with origin/main at ${pushed}. The change: your uncommitted edits.`,
    );
    desk.clone.git('commit', '--quiet', '-a', '-m', 'harmless');
    desk.clone.commit({ 'notes.md': 'A note.\n' });
    const settings = `Until you push, the settings and cases of ${pushed} decide.`;
    expect(firstLine(await desk.type('run'))).toBe(
      `Compared with origin/main at ${pushed}. The change: 2 commits not pushed yet. ${settings}`,
    );
    await desk.edit({ 'prompts/support.md': PETS });
    expect(firstLine(await desk.type('run --case case-1'))).toBe(
      `Compared with origin/main at ${pushed}. The change: 2 commits not pushed yet and your uncommitted edits. ${settings}`,
    );
  });

  it('on a branch: its commits are the change', async () => {
    await using desk = await createDesk();
    const point = desk.clone.git('rev-parse', '--short=7', 'HEAD');
    desk.clone.git('checkout', '--quiet', '-b', 'edit');
    desk.clone.commit({ 'prompts/support.md': HARMLESS });
    expect(firstLine(await desk.type('run'))).toBe(
      `Compared with origin/main at ${point}, where this branch began. The change: 1 commit.`,
    );
    expect(firstLine(await desk.type('run --baseline main'))).toBe(`Compared with main at ${point}.`);
    await desk.type('baseline');
    const stored = desk.clone.git('rev-parse', '--short=7', 'HEAD');
    await desk.edit({ 'prompts/support.md': PETS });
    expect(firstLine(await desk.type('run'))).toBe(`Compared with the stored baseline of ${stored}.`);
    await desk.type('baseline');
    expect(firstLine(await desk.type('run'))).toBe('Compared with the stored baseline.');
  });

  it('says why a new suite does not fail yet', async () => {
    await using desk = await createDesk();
    const pushed = desk.clone.git('rev-parse', '--short=7', 'HEAD');
    await desk.edit({
      'prompt-regression.yml': CONFIG.replace('name: support', 'name: newer'),
      'prompts/support.md': PETS,
    });
    const { code, stdout, stderr } = await desk.type('run --suite newer --trust-addresses');
    expect(code, stderr).toBe(1);
    expect(firstLine({ stderr })).toBe(
      `Compared with origin/main at ${pushed}. The change: your uncommitted edits.`,
    );
    expect(stdout).toContain('note: This suite is new, so a regression does not fail the check yet.');
  });
});

it('--failed says which branch its cases are from', async () => {
  await using desk = await createDesk();
  const point = desk.clone.git('rev-parse', '--short=7', 'HEAD');
  const edit = async (branch: string, prompt: string) => {
    desk.clone.git('checkout', '--quiet', '-b', branch);
    await desk.edit({ 'prompts/support.md': prompt });
    return await desk.type('run');
  };
  const leave = () => desk.clone.git('checkout', '--quiet', '--force', 'main');
  expect((await edit('red', PETS)).code).toBe(1);
  leave();
  const red = await desk.type('run --failed --baseline none');
  expect(red.stderr).toMatch(
    new RegExp(`^These cases failed in the last run here, on branch red at ${point}; this is main.\n`),
  );
  expect((await edit('green', HARMLESS)).code).toBe(0);
  expect((await desk.type('run --failed')).stderr).toBe(
    `No case failed in the last run here, on branch green at ${point}.\nTo run all cases:\n  npx prompt-regression run\n`,
  );
  leave();
  expect((await desk.type('run --failed --verbose')).stderr).toBe(
    `No case failed in the last run here, on branch green at ${point}; this is main.\nTo run all cases:\n  npx prompt-regression run\n`,
  );
});

it('--failed after the bad line was deleted says that nothing is changed', async () => {
  await using desk = await createDesk();
  desk.clone.git('checkout', '--quiet', '-b', 'pets');
  await desk.edit({ 'prompts/support.md': PETS });
  desk.clone.git('commit', '--quiet', '-a', '-m', 'pets');
  expect((await desk.type('run')).code).toBe(1);
  await desk.edit({ 'prompts/support.md': BASE_FILES['prompts/support.md'] });
  const { code, stdout } = await desk.type('run --failed');
  expect({ code, stdout }).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('✅ support: no watched file changed'),
  });
});

describe('compare', () => {
  it('says that facts were not compared, and with --facts finds what run found', async () => {
    await using desk = await createDesk('    task: Answers questions.\n');
    const FACT = 'You answer questions.\nAdd: You have 30 days for that.\n';
    await desk.edit({ 'prompts/support.md': FACT });
    await desk.type('run --baseline none --repeat 3 --output base');
    await desk.edit({ 'prompts/support.md': 'You answer questions.\n' });
    await desk.type('run --baseline none --repeat 3 --output head');
    const records = 'base/records/support.json head/records/support.json';
    const asked = desk.openai.requests.length;
    const words = await desk.type(`compare ${records}`);
    expect(words.stdout).toContain('Facts were not compared');
    expect({ code: words.code, asked: desk.openai.requests.length }, words.stdout).toEqual({
      code: 0,
      asked,
    });
    const facts = await desk.type(`compare ${records} --facts`);
    expect(facts.stdout, facts.stderr).toMatch(/8 of 8 answers lost a fact/);
    expect(facts.stdout).not.toContain('Facts were not compared');
    expect(facts.code).toBe(1);
    const unknown = await desk.type(`compare ${records} --facts --config gone.yml`);
    expect(unknown.code).toBe(2);
  });
});

describe('run, without a stored baseline', () => {
  it('needs a limit of tokens if the prompt grew several times, as a shard too', async () => {
    await using desk = await createDesk();
    await desk.edit({ 'prompts/support.md': HARMLESS.repeat(1_000) });
    for (const command of ['run', 'run --shard 1/2']) {
      const { code, stderr } = await desk.type(command);
      expect(code, stderr).toBe(2);
      expect(stderr).toMatch(/prompts\/support\.md grew from about 20 to about 10,000 tokens.*`max-tokens`/);
    }
    expect(desk.openai.requests).toEqual([]);
    expect((await desk.type('run --max-tokens 1000000')).code).toBe(0);
  });

  it('names a case that crashed by its reason, not as the worst answer', async () => {
    const agent = shellAgent().replace("sed -uE '", "sed -uE '/case-3/Q5; ");
    const cwd = await createAgent({ 'agent.sh': agent });
    const { stdout } = await typeCommand('run --baseline none', { cwd });
    expect(stdout).toMatch(/No score for .*ended with code 5/);
    expect(stdout).not.toContain('Worst:');
    const comment = await readFile(join(cwd, LAST_RUN, 'comment.md'), 'utf8');
    expect(comment).not.toMatch(/\(`case-3`\)\n\n\n/);
    expect(comment.indexOf('ended with code 5')).toBeLessThan(comment.indexOf('<details>'));
  });

  it('in a clean clone of the default branch has nothing to compare with, and says what to do', async () => {
    await using desk = await createDesk();
    const { code, stdout, stderr } = await desk.type('run');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^🟡 support: no baseline to compare with yet · relevancy 1\.00\n\nThere is nothing/,
    );
    expect(stderr).toMatch(
      /^Compared with nothing: main has no changes, so this run shows its scores\.\nSuite support\n8 cases × 1 head run: 8 answers, at most 16 calls, about 9,700 tokens\./,
    );
    expect(stderr).toContain(
      'Nothing is compared yet. Edit the prompt, here or on a branch, and run again:\n  npx prompt-regression run\n',
    );
    expect(stdout).not.toContain('judged against');
    expect(stderr).toContain(`Report, with every answer: ${LAST_RUN}/report.html\n`);
    // There is nothing to list that the report does not show.
    expect(stdout).not.toContain('cases with a score');
    expect(desk.clone.git('status', '--porcelain')).toBe('');
  });

  it('of an edit that was undone on a branch is the same as main, and asks nothing', async () => {
    await using desk = await createDesk();
    desk.clone.git('checkout', '--quiet', '-b', 'edit');
    await desk.edit({ 'prompts/support.md': PETS });
    expect((await desk.type('run')).code).toBe(1);
    desk.clone.git('checkout', '--quiet', '.');
    const asked = desk.openai.requests.length;
    const { code, stdout, stderr } = await desk.type('run');
    expect({ code, asked: desk.openai.requests.length }).toEqual({ code: 0, asked });
    expect(stdout).toMatch(/^✅ support: no watched file changed/);
    expect(stderr).toContain(
      'The working copy is the same as main. To see its scores:\n  npx prompt-regression run --baseline none\n',
    );
    expect(stdout + stderr).not.toContain('no baseline');
    expect((await desk.type('run --baseline none')).stdout).toContain('relevancy 1.00');
  });

  it.each(['in the working copy', 'in a commit', 'of a program'])(
    'of files that are not watched asks nothing: %s',
    async (where) => {
      const program = `judge: { model: builtin }
suites: [{ name: support, dataset: evals/cases.jsonl, watch: ["!/*.md"], target: { command: [sh, agent.sh] } }]
`;
      await using desk = await createDesk('', where === 'of a program' ? program : CONFIG);
      if (where === 'of a program') desk.clone.commit({ 'agent.sh': shellAgent() });
      desk.clone.git('push', '--quiet', 'origin', 'main');
      const point = desk.clone.git('rev-parse', '--short=7', 'HEAD');
      desk.clone.git('checkout', '--quiet', '-b', 'words');
      await desk.edit({ 'notes.md': 'No agent reads this.\n' });
      if (where !== 'in the working copy') desk.clone.commit({ 'more.md': 'Nor this.\n' });
      const { code, stdout, stderr } = await desk.type('run');
      expect({ code, asked: desk.openai.requests.length }, stdout).toEqual({ code: 0, asked: 0 });
      expect(stdout).toMatch(/^✅ support: no watched file changed/);
      expect(stderr).toContain(
        `To compare with main anyway:\n  npx prompt-regression run --baseline ${point}\n`,
      );
      const forced = await desk.type(`run --baseline ${point}`);
      expect(forced.code, forced.stderr).toBe(0);
      expect(forced.stdout).toContain('8 cases');
    },
  );

  it('asks nothing of a base that an earlier run asked, and nothing that was judged before', async () => {
    await using desk = await createDesk();
    await desk.edit({ 'prompts/support.md': HARMLESS });
    expect((await desk.type('run')).code).toBe(0);
    const first = desk.openai.requests.length;
    const again = await desk.type('run');
    expect(again.code).toBe(0);
    expect(desk.openai.requests.length - first).toBe(8);
    expect(again.stderr).toContain(
      '8 cases × 3 base runs + 8 cases × 1 head run: 32 answers, of which 24 of the base are kept from an earlier run, at most 56 calls',
    );
    expect(again.stderr).toContain('Reused from earlier runs: 24 answers and 8 verdicts.');
    expect(again.stderr).not.toContain('runs now');
    // A new case is asked once more of the base, for whether it notices the change.
    await desk.edit({ 'evals/cases.jsonl': `${DATASET}\n{"id":"new","input":"Tell me about stamps."}` });
    const second = desk.openai.requests.length;
    expect((await desk.type('run')).code).toBe(0);
    expect(desk.openai.requests.slice(second).filter(({ body }) => !isJudging(body))).toHaveLength(10);
    expect(desk.clone.git('status', '--porcelain').split('\n')).toHaveLength(2);
  });

  it('runs the last commit where the working tree differs from it, and leaves the checkout alone', async () => {
    await using desk = await createDesk();
    // What is not run as a command is read from git's objects: however large the repository, nothing is checked out.
    const bin = join(desk.folder, '.git/bin');
    await mkdir(bin);
    const program = `#!/bin/sh\n[ "$1" = worktree ] && exit 9\nPATH='${process.env['PATH']}' exec git "$@"\n`;
    await writeFile(join(bin, 'git'), program, { mode: 0o755 });
    await desk.edit({ 'prompts/support.md': PETS });
    const before = desk.clone.git('rev-parse', 'HEAD');
    const { code, stdout, stderr } = await desk.type('run', { PATH: `${bin}:${process.env['PATH']}` });
    expect(code, stderr).toBe(1);
    expect(stderr).toContain('8 cases × 3 base runs + 8 cases × 1 head run: 32 answers');
    expect(stderr).toContain(`The base main@${before.slice(0, 7)} runs now.`);
    expect(stdout).toContain('8 of 8 answers gained the same irrelevant sentence');
    expect(desk.clone.git('status', '--porcelain')).toBe(' M prompts/support.md');
    expect(await readFile(join(desk.folder, 'prompts/support.md'), 'utf8')).toBe(PETS);
    expect(desk.clone.git('worktree', 'list')).not.toContain('\n');
    // The edited prompt is in no commit, so its record is of none.
    expect((await readRecord(join(desk.folder, LAST_RUN))).commit).toBeNull();
  });

  it('runs the commit where a branch left the default branch, as the pull request will', async () => {
    await using desk = await createDesk();
    const fork = desk.clone.git('rev-parse', 'HEAD');
    desk.clone.commit({ 'prompts/support.md': 'Later.\n' });
    desk.clone.git('push', '--quiet', 'origin', 'main');
    desk.clone.git('checkout', '--quiet', '-b', 'pets', fork);
    await desk.edit({ 'prompts/support.md': PETS });
    desk.clone.git('commit', '-qam', 'pets');
    const { code, stderr } = await desk.type('run');
    expect(code).toBe(1);
    expect(stderr).toContain(`The base main@${fork.slice(0, 7)} runs now.`);
    const { commit } = await readRecord(join(desk.folder, LAST_RUN));
    expect(commit).toBe(desk.clone.git('rev-parse', 'HEAD'));
  });

  it('takes the ref that it is given', async () => {
    await using desk = await createDesk();
    desk.clone.git('tag', 'v1');
    desk.clone.commit({ 'prompts/support.md': PETS });
    desk.clone.git('push', '--quiet', 'origin', 'main');
    const { code, stderr } = await desk.type('run --baseline v1');
    expect(code).toBe(1);
    expect(stderr).toContain('The base v1@');
    expect((await desk.type('run --baseline nowhere')).stderr).toBe(
      'error: baseline: there is no ref "nowhere" in this repository; name a branch, tag or commit, the path of a run record (.json), or auto, stored or none.\n',
    );
  });

  it.each(['outside a repository', 'in a repository without a commit'])(
    '%s only the threshold decides',
    async (where) => {
      await using desk = await createDesk();
      const folder = createFolder();
      await writeTree(folder, {
        'p.md': PETS,
        'cases.jsonl': DATASET,
        'prompt-regression.yml': `judge: { model: builtin }
suites:
  - { name: p, dataset: cases.jsonl, target: { prompt: p.md, model: m, base-url: "${desk.openai.url}" }, gate: { threshold: 0.9 } }
`,
      });
      if (where !== 'outside a repository') desk.clone.git('init', '--quiet', folder);
      const { code, stdout, stderr } = await typeCommand('run', { cwd: folder });
      expect(stdout).toContain('below the threshold 0.90');
      expect(code).toBe(1);
      expect(stderr).not.toContain('--baseline <branch');
    },
  );
});

it('a repository that git cannot read is not "outside a repository"', async () => {
  await using desk = await createDesk();
  await desk.edit({ '.git/config': '[core\n' });
  for (const command of ['run', 'baseline', 'lint', 'init']) {
    const { code, stderr } = await desk.type(command);
    expect(code, command).toBe(2);
    expect(stderr).toMatch(/git cannot read the repository in .*: fatal: bad config line 1/);
  }
  expect(desk.openai.requests).toEqual([]);
});

describe('run, with a program that fails in every case alike', () => {
  const PROGRAM = `judge: { model: builtin }
suites: [{ name: support, dataset: evals/cases.jsonl, target: { command: [sh, agent.sh] } }]
`;
  const BROKEN = "echo 'no module named tools' >&2; exit 1\n";
  const MANY = Array.from({ length: 30 }, (_row, at) => `{"id":"q${at}","input":"Tell me about ${at}."}`);
  const createBrokenDesk = async () => {
    const desk = await createDesk('', PROGRAM);
    desk.clone.commit({ 'agent.sh': BROKEN, 'evals/cases.jsonl': MANY.join('\n') });
    desk.clone.git('push', '--quiet', 'origin', 'main');
    return desk;
  };

  it('stops early, and says if the base fails, too', async () => {
    await using desk = await createBrokenDesk();
    await desk.edit({ 'agent.sh': `# A comment.\n${BROKEN}` });
    const { code, stdout } = await desk.type('run');
    expect(code).toBe(3);
    expect(stdout).toMatch(/^⚠️ support: no result: the agent failed\n/);
    expect(stdout).toMatch(/no module named tools.* The first 1\d answers failed like this, so no more were/);
    expect(stdout).toContain('note: The agent fails on the base branch, too');
    expect(stdout).not.toContain('Changed:');
  });

  it('asks the head of a broken base, since it may be the repair', async () => {
    await using desk = await createBrokenDesk();
    await desk.edit({ 'agent.sh': shellAgent() });
    const { code, stdout } = await desk.type('run');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^❌ support: needs human review: nothing was compared/);
    expect(stdout).toContain('30 answers scored');
    expect(stdout).not.toContain('fails on the base branch, too');
  });
});

describe('run, with a stored baseline', () => {
  it('is compared with the latest one, and the base is not asked again', async () => {
    await using desk = await createDesk();
    const stored = await desk.type('baseline');
    expect(stored.code).toBe(0);
    const sha = desk.clone.git('rev-parse', '--short=7', 'HEAD');
    expect(stored.stdout).toContain(
      `note: The baseline for \`${sha}\` was stored in the folder .prompt-regression.`,
    );
    expect(stored.stderr).not.toContain('was stored in');
    expect(desk.clone.git('status', '--porcelain')).toBe('');
    await desk.edit({ 'prompts/support.md': PETS });
    const asked = desk.openai.requests.length;
    const { code, stdout, stderr } = await desk.type('run');
    expect(code).toBe(1);
    expect(stderr).toContain('8 cases × 1 head run');
    expect(stdout).toContain(`8 cases, 3 answers each on \`${sha}\``);
    const answers = desk.openai.requests
      .slice(asked)
      .filter(({ body }) => !String(body.messages.at(-1)?.content).startsWith('BEGIN DATA'));
    expect(answers).toHaveLength(8);
  });

  it('made from an edited working tree belongs to no commit', async () => {
    await using desk = await createDesk();
    await desk.edit({ 'prompts/support.md': PETS });
    const stored = await desk.type('baseline');
    expect(stored.code).toBe(0);
    expect(stored.stdout).toContain('The baseline was stored in the folder .prompt-regression.');
    expect((await readRecord(join(desk.folder, '.prompt-regression/last-baseline'))).commit).toBeNull();
    // The pets are part of this baseline, so they are nothing new.
    const { stdout } = await desk.type('run');
    expect(stdout).toContain('3 answers each on the latest record');
    expect(stdout).not.toContain('Added to');
  });

  it('of one suite only: the other one is compared with the commit', async () => {
    const second = CONFIG.split('\n').slice(2, -1).join('\n');
    await using desk = await createDesk(second.replace('support', 'second'));
    await desk.type('baseline --suite second');
    await desk.edit({ 'prompts/support.md': PETS });
    const { stdout } = await desk.type('run');
    expect(stdout.match(/ each on /g)).toHaveLength(2);
  });
});

describe('run, when it cannot be done', () => {
  it('without a key asks nobody and says which variable is missing', async () => {
    await using desk = await createDesk();
    const run = await typeCommand('run', {
      cwd: desk.folder,
      env: { OPENAI_API_KEY: '' },
    });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(
      /^error: There is no key for http:\S+, where .*: set the environment variable OPENAI_API_KEY\.\n$/,
    );
    expect(desk.openai.requests).toEqual([]);
  });

  it('finds out before the first call that its files cannot be written', async () => {
    await using desk = await createDesk();
    // A file, and a folder that is there and takes none, whoever asks.
    for (const output of ['prompts/support.md', '/proc/self']) {
      const run = await desk.type(`run --output ${output}`);
      expect(run).toMatchObject({ code: 2, stdout: '' });
      expect(run.stderr).toMatch(
        /^error: output: the folder ".*(?:support\.md|self)" cannot be made or written to: .*; name another one\n$/,
      );
    }
    expect(desk.openai.requests).toEqual([]);
  });
});
