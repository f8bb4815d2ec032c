import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLocalOutlets } from '../../src/cli/local-session.js';
import { SILENT_LOG } from '../../src/model/effects.js';
import type { Report } from '../../src/model/report.js';
import { buildPublication, redactReport } from '../../src/publish/publication.js';
import { publish } from '../../src/publish/publish.js';
import { renderComment } from '../../src/report/comment/render-comment.js';
import { renderConsole } from '../../src/report/console.js';
import { markdown } from '../../src/report/markdown.js';
import { createRedactor } from '../../src/text/redact.js';
import { REPORTS } from '../report/reports.js';
import { createFolder } from '../support/folder.js';
import { createRecordedWorkflow } from '../support/recorded-workflow.js';
import { createDecision, createReport, createSuiteReport } from '../support/records.js';

/** Markup puts a backslash before `_`, breaks up what looks like a commit, and long texts are cut within. */
const SECRETS = ['sk_live_0123456789abcdef0123', '0123456789abcdef0123456789abcdef01234567'] as const;
const LEFT = /sk\W*_live|0123456789/;

let folder = '';
beforeEach(() => {
  folder = createFolder();
});

function reportSaying(secret: string): Report {
  const texts = ['', 'x'.repeat(85), 'x'.repeat(130), 'x'.repeat(185), 'x'.repeat(230)];
  const reason = `The model said ${secret}, and more.`;
  const decision = createDecision({ review: [{ kind: 'broken-base', reason }] });
  const notes = texts.map(
    (text) => ({ kind: 'slowed-down', host: `${text} ${secret}`, refused: 3 }) as const,
  );
  return createReport({
    suites: [createSuiteReport({ decision, notes })],
    overall: decision,
    notices: notes,
  });
}

describe.each(SECRETS)('a report that quotes the secret %s', (secret) => {
  const report = reportSaying(secret);
  const redact = createRedactor([secret]);

  test('is published without the secrets', async () => {
    const recorded = createRecordedWorkflow();
    const outlets = createLocalOutlets({ log: SILENT_LOG, redact }, { folder, headSha: null });
    const publication = buildPublication({ report, records: [], fingerprints: new Map() }, redact);
    await publish(publication, { ...outlets, workflow: recorded.workflow });
    const names = ['comment.md', 'report.md', 'result.json'];
    const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    const everything = [files, recorded.summary, recorded.annotations, [...recorded.outputs]];
    expect(files[0]).toContain('\\*\\*\\*');
    expect(JSON.stringify(everything)).not.toMatch(LEFT);
  });

  test('is shown without the secrets', () => {
    const shown = renderConsole(redactReport(report, redact), { color: false });
    expect(redact(shown)).not.toMatch(LEFT);
  });
});

test.each(Object.entries(REPORTS))(
  "a variable's value that the report %s uses as a word changes nothing",
  (_, build) => {
    const redact = createRedactor([
      'irrelevant',
      'answers',
      'confirmed',
      'maintainer',
      'prompt-regression-next',
    ]);
    const [plain, redacted] = [build(), redactReport(build(), redact)].map((report) =>
      renderComment(report, { marker: markdown`<!-- prompt-regression x -->` }),
    );
    expect(redacted).toBe(plain);
  },
);
