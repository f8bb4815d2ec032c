import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { publishRun } from '../../src/action/publish-run.js';
import { writeReportFiles } from '../../src/cli/write-report-files.js';
import { SILENT_LOG } from '../../src/ports/log.js';
import type { Report } from '../../src/ports/report.js';
import { createRedactor } from '../../src/text/redact.js';
import { createRecordedWorkflow } from '../support/recorded-workflow.js';
import { createDecision, createReport, createSuiteReport } from '../support/records.js';

/** Markup puts a backslash before `_`, breaks up what looks like a commit, and long texts are cut within. */
const SECRETS = ['sk_live_0123456789abcdef0123', '0123456789abcdef0123456789abcdef01234567'] as const;
const LEFT = /sk\W*_live|0123456789/;

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redacted-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function reportSaying(secret: string): Report {
  const texts = ['', 'x'.repeat(85), 'x'.repeat(130), 'x'.repeat(185), 'x'.repeat(230)];
  const headline = `The model said ${secret}, and more.`;
  const decision = createDecision({ headline, shortLine: headline });
  const notes = texts.map((text) => `${text} ${secret} was refused`);
  return createReport({
    suites: [createSuiteReport({ decision, notes })],
    overall: decision,
    notices: notes,
  });
}

describe.each(SECRETS)('a report that quotes the secret %s', (secret) => {
  const report = reportSaying(secret);
  const redact = createRedactor([secret]);

  test('is published without any of it by the action', async () => {
    const recorded = createRecordedWorkflow();
    const lines: string[] = [];
    await publishRun({
      runner: {
        event: { kind: 'other', name: 'x', sha: '', ref: '' } as never,
        repository: 'acme/agents',
        folder,
        temp: folder,
        runId: '1',
        attempt: 1,
        runUrl: 'https://ci.test/1',
        workflow: 'w',
        job: 'j',
        github: null,
        git: null,
      },
      overrides: {},
      workflow: recorded.workflow,
      log: { ...SILENT_LOG, info: (line) => void lines.push(redact(line)) },
      redact,
      checkout: { pullRequest: null, statusSha: null } as never,
      settings: null,
      report,
      records: [],
    });
    const comment = await readFile(join(folder, 'prompt-regression', 'comment.md'), 'utf8');
    const everything = [comment, recorded.summary, recorded.annotations, [...recorded.outputs], lines];
    expect(comment).toContain('\\*\\*\\*');
    expect(JSON.stringify(everything)).not.toMatch(LEFT);
  });

  test('is written without any of it by the command', async () => {
    await writeReportFiles({ report, records: [], folder, local: { log: SILENT_LOG, redact } });
    for (const name of ['comment.md', 'report.md', 'result.json']) {
      expect(await readFile(join(folder, name), 'utf8')).not.toMatch(LEFT);
    }
  });
});
