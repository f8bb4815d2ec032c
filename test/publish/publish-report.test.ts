import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SILENT_LOG } from '../../src/ports/log.js';
import { commentMarker } from '../../src/publish/comment-marker.js';
import { fileNameOf, publishFiles } from '../../src/publish/files.js';
import { type Publication, publishReport } from '../../src/publish/publish-report.js';
import { createRedactor } from '../../src/text/redact.js';
import { openTestGitHub } from '../support/github/open-test-github.js';
import { type GitHubServer, startGitHubServer } from '../support/github-server.js';
import { createRecordedWorkflow, type RecordedWorkflow } from '../support/recorded-workflow.js';
import { createDecision, createRecord, createReport, createSuiteReport } from '../support/records.js';

const HEAD = 'a'.repeat(40);
const SECRET = 'sk-s3cret"value/+';

let folder = '';
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'publish-')), 'results');
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

async function startServer(): Promise<GitHubServer> {
  const server = await startGitHubServer({ repository: 'acme/agent' });
  server.setPull({ number: 7, headSha: HEAD });
  return server;
}

function publicationOn(
  server: GitHubServer | null,
  recorded: RecordedWorkflow | null,
  overrides: Partial<Publication> = {},
): Publication {
  const report = overrides.report ?? createReport();
  return {
    report,
    rendered: {
      comment: (marker) => `${marker}\nthe comment`,
      summary: 'the summary',
      annotations: [{ level: 'error', title: 'Regression', message: 'fell' }],
      resultJson: { version: 1 },
    },
    settings: { comment: 'update', commentKey: null, status: true },
    github: server === null ? null : openTestGitHub(server),
    workflow: recorded?.workflow ?? null,
    pullRequest: { number: 7, headSha: HEAD },
    statusSha: HEAD,
    commentKey: 'key',
    redact: createRedactor([SECRET]),
    log: SILENT_LOG,
    sleep: async () => {},
    folder,
    records: [createRecord()],
    ...overrides,
  };
}

async function filesOf(path: string): Promise<Record<string, string>> {
  const names = await readdir(path, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(
      files.map(async (file) => [file.slice(path.length + 1), await readFile(file, 'utf8')] as const),
    ),
  );
}

test('everything is told: files, comment, summary, statuses, annotations, outputs', async () => {
  await using server = await startServer();
  const recorded = createRecordedWorkflow();
  const failing = createDecision({
    outcome: 'fail',
    status: 'failure',
    passed: false,
    shortLine: 'fell 0.10',
  });
  const report = createReport({
    suites: [createSuiteReport({ suite: 'one' }), createSuiteReport({ suite: 'two', decision: failing })],
    overall: failing,
  });
  const published = await publishReport(publicationOn(server, recorded, { report }));
  const url = expect.stringContaining('#issuecomment-');
  expect(published).toEqual({
    commentUrl: url,
    reportPath: join(folder, 'report.md'),
    resultsFile: join(folder, 'result.json'),
    warnings: [],
  });
  expect(server.state.comments.map(({ body }) => body)).toEqual([`${commentMarker('key')}\nthe comment`]);
  expect(server.state.statuses.map(({ context, state }) => `${context} ${state}`)).toEqual([
    'prompt-regression/one success',
    'prompt-regression/two failure',
  ]);
  expect(recorded.summary).toEqual(['the summary']);
  expect(recorded.annotations).toHaveLength(1);
  expect(Object.fromEntries(recorded.outputs)).toMatchObject({ passed: 'false', 'comment-url': url });
  expect(JSON.parse(recorded.state['STATE_concluded-statuses'] ?? '')).toEqual([
    'prompt-regression/one',
    'prompt-regression/two',
  ]);
  expect([...new Set(recorded.told)]).toEqual(['summary', 'state', 'annotation', 'output']);
  expect(Object.keys(await filesOf(folder)).sort()).toEqual([
    'comment.md',
    'records/support.json',
    'report.md',
    'result.json',
  ]);
});

test('whatever fails, the rest is told, and every warning is in the log and in the result', async () => {
  await using server = await startServer();
  server.state.forbidden.add('comments').add('statuses');
  const recorded = createRecordedWorkflow({
    addSummary: () => Promise.reject(new Error('no summary file')),
    annotate() {
      throw new Error('no standard output');
    },
  });
  await writeFile(join(folder, '..', 'results'), 'a file where the folder should be');
  const logged: string[] = [];
  const log = { ...SILENT_LOG, warning: (line: string) => void logged.push(line) };
  const { warnings, ...published } = await publishReport(publicationOn(server, recorded, { log }));
  expect(published).toEqual({ commentUrl: null, reportPath: null, resultsFile: null });
  expect(warnings.map((warning) => warning.split(' not written')[0])).toEqual([
    `Files in ${folder}`,
    'Comment',
    'Job summary',
    'Status prompt-regression/support',
    'Annotations',
  ]);
  expect(warnings.join('\n')).toMatch(/pull-requests: write[\s\S]*statuses: write/);
  expect(logged).toEqual(warnings);
  expect(recorded.outputs.get('passed')).toBe('true');
});

test('a secret reaches no outlet', async () => {
  await using server = await startServer();
  const recorded = createRecordedWorkflow();
  const sample = {
    answer: { status: 'answered', output: SECRET, toolCalls: [], finish: 'stop' },
    answerHash: 'hash',
    judgements: {},
  } as const;
  const row = {
    id: SECRET,
    inputHash: 'h',
    input: `x ${SECRET}`,
    tags: [],
    samples: [sample],
    caseSamples: [],
  };
  const decision = createDecision({ headline: SECRET, shortLine: `fell: ${SECRET}` });
  await publishReport(
    publicationOn(server, recorded, {
      report: createReport({ suites: [createSuiteReport({ decision })] }),
      rendered: {
        comment: (marker) => `${marker}\n${SECRET} ${encodeURIComponent(SECRET)}`,
        summary: Buffer.from(SECRET).toString('base64'),
        annotations: [{ level: 'notice', title: SECRET, message: SECRET }],
        resultJson: { [SECRET]: [SECRET] },
      },
      records: [createRecord({ cases: [row] })],
      commentKey: `key ${SECRET}`,
    }),
  );
  const files = await filesOf(folder);
  const everything = JSON.stringify([
    files,
    server.requests,
    recorded.summary,
    recorded.annotations,
    [...recorded.outputs],
    recorded.state,
  ]);
  for (const form of [
    's3cret',
    encodeURIComponent(SECRET),
    Buffer.from(SECRET).toString('base64').slice(0, 16),
  ]) {
    expect(everything).not.toContain(form);
  }
  expect(everything).toContain('***');
  expect(JSON.parse(files['records/support.json'] ?? '')).toMatchObject({ cases: [{ input: 'x ***' }] });
  expect(JSON.parse(recorded.outputs.get('result-json') ?? '')).toEqual({ '***': ['***'] });
});

test.each([
  ['comment: off', { settings: { comment: 'off', commentKey: null, status: true } }, 0, 1],
  ['no pull request', { pullRequest: null }, 0, 1],
  ['status: false', { settings: { comment: 'update', commentKey: null, status: false } }, 1, 0],
  ['no commit for statuses', { statusSha: null }, 1, 0],
] as const)('%s: the rest as ever', async (_, overrides, comments, statuses) => {
  await using server = await startServer();
  const recorded = createRecordedWorkflow();
  await publishReport(publicationOn(server, recorded, overrides));
  expect(server.state.comments).toHaveLength(comments);
  expect(server.state.statuses).toHaveLength(statuses);
  expect(recorded.outputs.get('passed')).toBe('true');
});

test('a stale run says so in the log and is no failure', async () => {
  await using server = await startServer();
  server.setPull({ number: 7, headSha: 'b'.repeat(40) });
  const lines: string[] = [];
  const log = { ...SILENT_LOG, info: (line: string) => void lines.push(line) };
  const published = await publishReport(publicationOn(server, createRecordedWorkflow(), { log }));
  expect(published).toMatchObject({ commentUrl: null, warnings: [] });
  expect(lines).toEqual([expect.stringMatching(/^Not commented: pull request 7 has moved on to bbbbbbb/)]);
  expect(server.state.statuses).toHaveLength(1);
});

test('outside a workflow the files are all', async () => {
  const published = await publishReport(publicationOn(null, null));
  expect(published.warnings).toEqual([]);
  expect(await filesOf(folder)).toMatchObject({
    'comment.md': `${commentMarker('key')}\nthe comment`,
    'report.md': 'the summary',
    'result.json': '{"version":1}\n',
  });
});

test.each([
  '../../etc/passwd',
  '..',
  '.',
  '',
  'a/b',
  '.hidden',
  'Ünïcode',
  'x'.repeat(300),
  'a\0b',
  'A',
  'a b',
])('a file name made from %j stays in its folder', (text) => {
  expect(fileNameOf(text)).toMatch(/^[a-z0-9_][a-z0-9_-]{0,80}$/);
  expect(fileNameOf(text)).not.toBe(fileNameOf(`${text} `));
});

test('a plain name is kept, and no two names share a file', () => {
  expect(fileNameOf('support-de_2')).toBe('support-de_2');
  const names = ['a b', 'a-b', 'A b', 'a/b', 'a  b'];
  expect(new Set(names.map(fileNameOf)).size).toBe(names.length);
});

test('a link in the folder is replaced, not followed', async () => {
  await mkdir(folder);
  const outside = join(folder, '..', 'outside');
  await writeFile(outside, 'untouched');
  await symlink(outside, join(folder, 'comment.md'));
  expect(await publishFiles(folder, [{ name: 'comment.md', text: 'new' }])).toMatchObject({
    status: 'published',
  });
  expect(await readFile(outside, 'utf8')).toBe('untouched');
  expect(await readFile(join(folder, 'comment.md'), 'utf8')).toBe('new');
});
