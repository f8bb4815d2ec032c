import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { CONFIG, createAgent, withThreshold } from './agent.js';
import { readRecord, type, writeTree } from './terminal.js';

describe('compare', () => {
  async function createRecords(): Promise<string> {
    const cwd = await createAgent();
    await type('run --repeat 1 --output base', { cwd });
    await type('run --repeat 1 --output head', { cwd, env: { PETS: 'yes' } });
    return cwd;
  }
  const BASE = 'base/records/support.json';
  const HEAD = 'head/records/support.json';

  it('decides from two records, one of them packed, without asking anybody', async () => {
    const cwd = await createRecords();
    await writeFile(join(cwd, 'base.json.gz'), gzipSync(await readFile(join(cwd, BASE))));
    const { code, stdout, stderr } = await type(`compare base.json.gz ${HEAD}`, { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain('❌ support: 8 of 8 answers gained the same irrelevant sentence');
    expect(stdout).toContain('our cat sends her love');
    expect(stdout).not.toContain('push');
    expect(stderr).toBe('\nReport and comment: .prompt-regression/last-compare\n');
    expect((await type(`compare ${HEAD} ${HEAD}`, { cwd })).code).toBe(0);
    await writeTree(cwd, { 'prompt-regression.yml': withThreshold(0.9) });
    const strict = await type(`compare ${HEAD} ${HEAD}`, { cwd });
    expect(strict).toMatchObject({
      code: 1,
      stdout: expect.not.stringContaining('The default gate decided'),
    });
    await rm(join(cwd, 'prompt-regression.yml'));
    expect(await type(`compare ${HEAD} ${HEAD}`, { cwd })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        'The default gate decided, because no config file here has a suite `support`.',
      ),
    });
  });

  it('scores both records under the labels of the config file, also where they are older', async () => {
    const cwd = await createRecords();
    const { cases } = await readRecord(join(cwd, 'head'));
    const keys = cases.flatMap(({ samples }) =>
      Object.values(samples[0]?.judgements ?? {}).flatMap((judgement) =>
        judgement.status === 'scored' ? judgement.statements.map(({ labelKey }) => labelKey) : [],
      ),
    );
    const rows = [...new Set(keys)].map((key) => JSON.stringify({ key, label: 'yes' }));
    await writeTree(cwd, {
      'labels.jsonl': rows.join('\n'),
      'prompt-regression.yml': CONFIG.replace('    target:', '    labels: labels.jsonl\n    target:'),
    });
    const { code, stdout } = await type(`compare ${BASE} ${HEAD}`, { cwd });
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('✅ support: no answer got worse'),
    });
    expect(stdout).not.toContain('--config');
  });

  it('says why two records cannot be compared', async () => {
    const cwd = await createRecords();
    const record = await readRecord(join(cwd, 'base'));
    const judged = { ...record, judge: { name: 'gpt-x', fingerprint: 'other', builtin: false } };
    const other = {
      ...record,
      suite: 'billing',
      cases: record.cases.map((row) => ({ ...row, id: `b-${row.id}`, inputHash: `b${row.inputHash}` })),
    };
    await writeTree(cwd, {
      'judged.json': JSON.stringify(judged),
      'other.json': JSON.stringify(other),
      'renamed.json': JSON.stringify({ ...record, suite: 'billing' }),
    });
    const byJudge = await type(`compare judged.json ${HEAD}`, { cwd });
    expect(byJudge.code).toBe(3);
    expect(byJudge.stdout).toContain('The judge changed from `gpt-x` to `builtin`.');
    const again =
      'Next: Make the record of the base again, with the task, judge and scorers of the other record.\n';
    expect(byJudge.stdout).toContain(again);
    const bySuite = await type(`compare other.json ${HEAD}`, { cwd });
    expect(bySuite).toMatchObject({ code: 2, stdout: '' });
    expect(bySuite.stderr).toBe(
      `error: compare: other.json and ${HEAD} have no case in common (suites billing and support)\n`,
    );
    const renamed = await type(`compare renamed.json ${HEAD}`, { cwd });
    expect(renamed.stdout).toContain('The records are of two suites, `billing` and `support`.');
    const tasked = { ...record, cases: record.cases.map((row) => ({ ...row, taskHash: 'other' })) };
    await writeTree(cwd, { 'tasked.json': JSON.stringify(tasked) });
    const byTask = await type(`compare tasked.json ${HEAD}`, { cwd });
    expect(byTask.stdout).toMatch(
      /\n! The task changed\.\n[\s\S]*\n8 cases, 1 answer each on `tasked\.json`\n/,
    );
    expect(byTask.stdout).toContain(again);
    for (const { stdout } of [byJudge, byTask]) expect(stdout).not.toMatch(/Store the baseline|\b0 answers/);
  });

  it('names every file that is no record', async () => {
    const cwd = await createRecords();
    const record = await readRecord(join(cwd, 'base'));
    await writeTree(cwd, {
      'new.json': JSON.stringify({ ...record, version: 99 }),
      'half.json': '{"format":',
    });
    expect((await type('compare base base/result.json', { cwd })).stderr).toMatch(
      /^error: compare: "base" is a folder; name a run record, for example .*records\/support\.json\n/,
    );
    expect((await type('compare gone.json half.json', { cwd })).stderr).toMatch(
      /^error: compare: there is no file "gone\.json"; .*\nerror: compare: .*half\.json: it is not JSON\n$/,
    );
    const { code, stderr } = await type(`compare new.json base/result.json`, { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('new.json: it is not a run record of this release (version: ');
    expect(stderr).toContain('result.json: it is not a run record');
  });
});
