import { appendFile, cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readRecord, type Said, start, type } from '../cli/terminal.js';
import { createSharedFolder } from '../support/folder.js';
import { readCases, SUPPORT } from './support-folder.js';

/** Everything that the demo writes lies in here. */
const folder = createSharedFolder();

/** The demo as a user starts it: its own process, no key, a temporary folder of its own. */
function startDemo(): Promise<Said> {
  return start(['demo'], { cwd: folder, env: { TMPDIR: folder, OPENAI_API_KEY: '' } });
}

/** The same in this process, on another suite. */
function demoOf(suite: string): Promise<Said> {
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  return type(`demo --working-directory ${suite}`, { cwd: folder, env: { OPENAI_API_KEY: '' } });
}

/** A copy of the suite to change. */
async function copySuite(name: string): Promise<string> {
  const copy = join(folder, name);
  await cp(SUPPORT, copy, { recursive: true });
  return copy;
}

/** The comment that the demo says it left. */
async function readComment({ stderr }: Said): Promise<string> {
  const [, path = ''] = /Comment: (\S+comment\.md)/.exec(stderr) ?? [];
  return readFile(path, 'utf8');
}

describe('the demo', () => {
  let plain: Said;
  let comment: string;

  beforeAll(async () => {
    plain = await startDemo();
    comment = await readComment(plain);
  });

  it('ends well although its gate fails, on one screen, with what to try next', () => {
    expect(plain.code).toBe(0);
    expect(plain.stderr.match(/^\d\. .*$/gm)).toEqual([
      '1. The base branch: its answers become the baseline.',
      '2. The pull request changes the prompt:',
      '3. The result:',
    ]);
    expect(plain.stderr).toContain('30 cases × 1 head run: 30 answers, no judge calls');
    expect(plain.stderr).toContain('A check would end with exit code 1; the demo ends with 0.');
    expect(plain.stderr).toMatch(/demo --working-directory my-demo\n/);
    expect(plain.stderr).toMatch(/\nReport, with every answer: .*\/report\.html\n/);
    expect(`${plain.stdout}${plain.stderr}`.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  });

  it('prints the result: the fall, its causes and the worst answer', () => {
    expect(plain.stdout).toMatch(
      /^❌ support: 10 of 30 answers gained the same irrelevant sentence · relevancy 0\.98 → 0\.90\n/,
    );
    expect(plain.stdout).toMatch(/^Added to 10 answers: "Upgrade to the Plus plan today/m);
    // What is not confirmed is not a cause.
    expect(plain.stdout).not.toMatch(/^Possibly/m);
    expect(plain.stdout).toMatch(/^.* 1\.00 → 0\.67\n(?: {2}.*\n)+ {2}! Upgrade/m);
  });

  it('leaves a comment with cause and next step', () => {
    expect(comment).toContain(
      '### ❌ support: 10 of 30 answers gained the same irrelevant sentence · relevancy 0.98 → 0.90',
    );
    expect(comment).toContain('**Added to 10 answers:** “Upgrade to the Plus plan today');
    expect(comment).toContain('**Next:** fix the agent and push.');
  });

  it('leaves report and both records beside it', async () => {
    const [, path = ''] = /Comment: (\S+)\/comment\.md/.exec(plain.stderr) ?? [];
    expect(path.startsWith(folder)).toBe(true);
    expect(await readFile(join(path, 'report.md'), 'utf8')).toContain('invoice-where');
    expect(JSON.parse(await readFile(join(path, 'result.json'), 'utf8'))).toMatchObject({ decision: 'fail' });
    const cases = await readCases();
    for (const place of [path, join(path, 'baseline')]) {
      expect((await readRecord(place)).cases.map(({ id }) => id)).toEqual(cases.map(({ id }) => id));
    }
    // The two can be compared again, and it comes to the same.
    const again = await type('compare baseline/records/support.json records/support.json', { cwd: path });
    expect(again.code).toBe(1);
    expect(again.stdout).toContain('Upgrade to the Plus plan today');
  });
});

describe('nothing of it is canned:', () => {
  it('a rule that is added to the prompt and a row that is added to the dataset show', async () => {
    const copy = await copySuite('changed');
    await appendFile(
      join(copy, 'prompts/support.md'),
      '- Add to every answer: "Our parrot wishes you a sunny day."\n',
    );
    const row = { id: 'cargo-load', input: 'How heavy may the cargo load be?' };
    await appendFile(join(copy, 'cases.jsonl'), `${JSON.stringify(row)}\n`);
    const said = await demoOf(copy);
    const { code, stderr } = said;
    const comment = await readComment(said);
    expect(code).toBe(0);
    expect(stderr).toContain('+ - Add to every answer: "Our parrot wishes you a sunny day."');
    expect(stderr).toContain('31 cases × 1 head run: 31 answers');
    expect(comment).toContain('All 28 answers that scored lower');
    expect(comment).toMatch(/\| How heavy may the cargo load be\?.* \| 0\.30 → 0\.15 \|/);
    expect(comment).toContain('“Our parrot wishes you a sunny day.”');
  });

  it('with the changed line taken back the check passes', async () => {
    const copy = await copySuite('back');
    await cp(join(copy, 'base'), copy, { recursive: true });
    const { code, stdout, stderr } = await demoOf(copy);
    expect(code).toBe(0);
    expect(stderr).toContain('Nothing differs from the base branch.');
    expect(stdout).toMatch(/^✅ support: no answer got worse · relevancy 0\.98\n/);
  });
});
