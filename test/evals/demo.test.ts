import { appendFile, cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readPage } from '../build/code-blocks.js';
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

/** What the comment says of one case. */
function sectionOf(comment: string, id: string): string {
  const start = comment.indexOf(`**\`${id}\``);
  const end = comment.indexOf('\n**`', start + 1);
  return start < 0 ? '' : comment.slice(start, end < 0 ? undefined : end);
}

/** The comment that the demo says it left. */
async function readComment({ stderr }: Said): Promise<string> {
  const [, path = ''] = /^The comment that the pull request would get:\n {2}(.+)$/m.exec(stderr) ?? [];
  return readFile(path, 'utf8');
}

describe('the demo', () => {
  let plain: Said;
  let comment: string;

  beforeAll(async () => {
    plain = await startDemo();
    comment = await readComment(plain);
  });

  it('ends well although its gate fails, in three steps that can be followed', () => {
    expect(plain.code).toBe(0);
    expect(plain.stderr).toContain('\nWhat now? Try a change of your own');
    expect(comment).toContain('**What now?** Correct it and push.');
    expect(plain.stderr.match(/^\d\. .*$/gm)).toEqual([
      '1. The base branch: the agent answers under its prompt, and the answers become the baseline.',
      '2. The pull request: the agent answers under the changed prompt.',
      '3. The result, as `run` shows it on a terminal:',
    ]);
    expect(plain.stderr).toContain('30 cases × 1 head run: 30 answers, judged by rules, at no cost');
    expect(plain.stderr).toContain('Decision: fail. As a check it would end with exit code 1');
    expect(plain.stderr).not.toMatch(/^ +at /m);
  });

  it('prints the result: the fall, and every kind of changed statement', () => {
    expect(plain.stdout).toMatch(/^support: fail: regression\n {2}Mean relevancy fell 0\.\d\d → 0\.\d\d/);
    expect(plain.stdout).toContain('newly irrelevant in 10 cases: “Upgrade to the Plus plan today');
    expect(plain.stdout).toContain('not found in these words: “To correct a name');
    expect(plain.stdout).toContain('no longer irrelevant in 2 cases: “Follow us');
  });

  it('says where the comment lies that a pull request would get', () => {
    expect(comment).toMatch(
      /^<!-- prompt-regression .*-->\n### ❌ support: Mean relevancy fell 0\.\d\d → 0\.\d\d/,
    );
    expect(comment).toContain('#### Regressed');
    const section = sectionOf(comment, 'invoice-where');
    expect(section).toMatch(/1\.00 → 0\.67 \(−0\.33\)/);
    expect(section).toContain('🟠 **Not found in these words**: “To correct a name');
    expect(section).toContain('Above, in several cases: 1 newly irrelevant.');
    expect(comment).toContain('🔴 **Newly irrelevant in 10 cases**: “Upgrade to the Plus plan today');
    expect(comment).toContain('🟢 **No longer irrelevant in 2 cases**: “Follow us');
    expect(comment).toContain('Judged offline by the built-in judge');
  });

  it('leaves the comment that the README describes', () => {
    const [, alt = ''] = /<img src="docs\/comment.png" alt="([^"]+)"/.exec(readPage('README.md')) ?? [];
    const [scores = 'no scores'] = /[\d.]+ → [\d.]+/.exec(alt) ?? [];
    expect(comment).toContain(scores);
    expect(alt).toContain('that ten answers gained');
    expect(comment).toContain('Newly irrelevant in 10');
  });

  it('leaves report and both records beside it', async () => {
    const [, path = ''] = /^ {2}(.+)\/comment\.md$/m.exec(plain.stderr) ?? [];
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
    expect(stderr).toContain('head: - Add to every answer: "Our parrot wishes you a sunny day."');
    expect(stderr).toContain('31 cases × 1 head run: 31 answers');
    expect(comment).toContain('mean of 31 cases');
    const section = sectionOf(comment, 'cargo-load');
    expect(section).toContain('Asked: How heavy may the cargo load be?');
    expect(section).toContain('Above, in several cases: 1 newly irrelevant.');
    expect(comment).toContain('“Our parrot wishes you a sunny day.”');
  });

  it('with the changed line taken back the check passes', async () => {
    const copy = await copySuite('back');
    await cp(join(copy, 'base'), copy, { recursive: true });
    const { code, stdout, stderr } = await demoOf(copy);
    expect(code).toBe(0);
    expect(stderr).toContain('Nothing differs from the base branch.');
    expect(stderr).toContain('Decision: pass. As a check it would end with exit code 0');
    expect(stdout).toMatch(/^support: pass\n/);
    expect(stdout).not.toMatch(/newly irrelevant|lost:/);
  });

  it('the same two steps by hand come to the same decision', async () => {
    const [base, head] = [await copySuite('by-hand-base'), await copySuite('by-hand-head')];
    await cp(join(base, 'base'), base, { recursive: true });
    const store = join(folder, 'by-hand-store');
    const stored = await type(`baseline --store ${store}`, { cwd: base });
    expect(stored).toMatchObject({ code: 0 });
    expect(stored.stdout).toContain('Mean relevancy 0.98 (30 cases, 3 runs each).');
    const run = await type(`run --store ${store}`, { cwd: head });
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('newly irrelevant in 10 cases: “Upgrade to the Plus plan today');
    expect(run.stdout).toContain('not found in these words: “');
    expect(run.stdout).toContain('no longer irrelevant in 2 cases: “Follow us');
  });
});
