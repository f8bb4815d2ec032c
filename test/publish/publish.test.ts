import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { SILENT_LOG } from '../../src/model/effects.js';
import { buildCommentMarker } from '../../src/publish/comment-body.js';
import { toFileName } from '../../src/publish/files.js';
import type { Outlets } from '../../src/publish/outlets.js';
import { buildPublication, type Publication } from '../../src/publish/publication.js';
import { publish } from '../../src/publish/publish.js';
import { buildResultJson } from '../../src/publish/result-json.js';
import { html } from '../../src/report/html/html.js';
import { markdown } from '../../src/report/markdown.js';
import { explainNoSuccess } from '../../src/report/status-words.js';
import { createRedactor } from '../../src/text/redact.js';
import { createForeignReport } from '../report/foreign-report.js';
import { createFolder } from '../support/folder.js';
import { openTestGitHub } from '../support/github/open-test-github.js';
import { type GitHubServer, startGitHubServer } from '../support/github-server.js';
import { createOutlets } from '../support/outlets.js';
import { createRecordedWorkflow, type RecordedWorkflow } from '../support/recorded-workflow.js';
import { createRecord, createReport } from '../support/records.js';

const HEAD = 'a'.repeat(40);
const SECRET = 'sk-s3cret"value/+';

let folder = '';
beforeEach(() => {
  folder = join(createFolder(), 'results');
});

async function startServer(): Promise<GitHubServer> {
  const server = await startGitHubServer({ repository: 'acme/agent' });
  server.setPull({ number: 7, headSha: HEAD });
  return server;
}

function createPublication(overrides: Partial<Publication> = {}): Publication {
  return {
    decision: 'pass',
    passed: true,
    result: buildResultJson(createReport()),
    hasCounts: true,
    totalTokens: 0,
    statuses: [{ suite: 'support', state: 'success', description: 'as before', decision: null }],
    comment: { body: (marker) => markdown`${marker}\nthe comment`, mayCreate: true },
    suggestion: 'none',
    summary: markdown`the summary`,
    junit: '<testsuites/>',
    html: html`<p>the page</p>`,
    annotations: [{ level: 'error', title: 'Regression', message: 'fell' }],
    records: [createRecord()],
    ...overrides,
  };
}

function outletsOn(
  server: GitHubServer | null,
  recorded: RecordedWorkflow | null,
  overrides: Partial<Outlets> = {},
): Outlets {
  return createOutlets({
    github: server === null ? null : openTestGitHub(server),
    workflow: recorded?.workflow ?? null,
    pullRequest: { number: 7, headSha: HEAD, baseRef: 'main' },
    statusSha: HEAD,
    runUrl: 'https://github.test/run/1',
    redact: createRedactor([SECRET]),
    folder,
    shardFolder: join(folder, 'shards'),
    ...overrides,
  });
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

test('publishes everything: files, comment, summary, statuses, annotations, outputs', async () => {
  await using server = await startServer();
  const recorded = createRecordedWorkflow();
  const publication = createPublication({
    passed: false,
    statuses: [
      { suite: 'one', state: 'success', description: 'as before', decision: null },
      { suite: 'two', state: 'failure', description: 'fell 0.10', decision: null },
    ],
  });
  const published = await publish(publication, outletsOn(server, recorded));
  const url = expect.stringContaining('#issuecomment-');
  const [reportPath, resultsFile] = [join(folder, 'report.md'), join(folder, 'result.json')];
  const htmlPath = join(folder, `prompt-regression-${toFileName('key')}.html`);
  expect(published).toEqual({ reportPath, htmlPath, states: ['success', 'failure'] });
  expect(server.state.comments.map(({ body }) => body)).toEqual([
    `${buildCommentMarker('key')}\nthe comment`,
  ]);
  expect(server.state.statuses.map(({ context, state }) => `${context} ${state}`)).toEqual([
    'prompt-regression/one success',
    'prompt-regression/two failure',
  ]);
  expect(recorded.summary).toEqual(['the summary']);
  expect(recorded.annotations).toHaveLength(1);
  expect(Object.fromEntries(recorded.outputs)).toMatchObject({
    passed: 'false',
    'comment-url': url,
    'report-path': reportPath,
    'html-report': htmlPath,
    'results-file': resultsFile,
  });
  expect(JSON.parse(recorded.state['STATE_concluded-statuses'] ?? '')).toEqual([
    'prompt-regression/one',
    'prompt-regression/two',
  ]);
  expect([...new Set(recorded.told)]).toEqual(['summary', 'state', 'annotation', 'output']);
  expect(Object.keys(await filesOf(folder)).sort()).toEqual([
    'comment.md',
    'junit.xml',
    'prompt-regression-key.html',
    'records/support.json',
    'report.md',
    'result.json',
  ]);
});

test('if one output fails, the others are published, and the log has every warning', async () => {
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
  const published = await publish(createPublication(), outletsOn(server, recorded, { log }));
  expect(published).toEqual({ reportPath: null, htmlPath: null, states: ['success'] });
  const places = { 'comment-url': '', 'report-path': '', 'results-file': '' };
  expect(Object.fromEntries(recorded.outputs)).toMatchObject(places);
  expect(logged.map((warning) => warning.split(' not written')[0])).toEqual([
    `Files in ${join(folder, 'records')}`,
    `Files in ${folder}`,
    'Comment',
    'Job summary',
    'Status prompt-regression/support',
    'Annotations',
  ]);
  expect(logged.join('\n')).toMatch(/pull-requests: write[\s\S]*statuses: write/);
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
    taskHash: 'task',
    inputHash: 'h',
    input: `x ${SECRET}`,
    samples: [sample],
    caseSamples: [],
  };
  const report = createForeignReport(`x ${SECRET}`);
  const records = [createRecord({ cases: [row] })];
  const outlets = outletsOn(server, recorded, { commentKey: `key ${SECRET}` });
  await publish(buildPublication({ report, records, fingerprints: new Map() }, outlets.redact), outlets);
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
  expect(JSON.parse(recorded.outputs.get('result-json') ?? '')).toMatchObject({
    suites: [{ suite: 'x ***' }],
  });
});

test.each([
  ['comment: off', { settings: { comment: 'off', status: true } }, 0, 1],
  ['no pull request', { pullRequest: null }, 0, 1],
  ['status: false', { settings: { comment: 'update', status: false } }, 1, 0],
  ['no commit for statuses', { statusSha: null }, 1, 0],
] as const)('%s: the rest as ever', async (_, overrides, comments, statuses) => {
  await using server = await startServer();
  const recorded = createRecordedWorkflow();
  await publish(createPublication(), outletsOn(server, recorded, overrides));
  expect(server.state.comments).toHaveLength(comments);
  expect(server.state.statuses).toHaveLength(statuses);
  expect(recorded.outputs.get('passed')).toBe('true');
});

test('a stale run says so in the log and does not fail', async () => {
  await using server = await startServer();
  server.setPull({ number: 7, headSha: 'b'.repeat(40) });
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const log = { ...SILENT_LOG, info: say, warning: say };
  const recorded = createRecordedWorkflow();
  await publish(createPublication(), outletsOn(server, recorded, { log }));
  expect(recorded.outputs.get('comment-url')).toBe('');
  expect(lines).toContainEqual(expect.stringMatching(/^Not written: pull request 7 has moved on to bbbbbbb/));
  expect(server.state.statuses).toHaveLength(1);
});

test('outside a workflow the files are all', async () => {
  const logged: string[] = [];
  const log = { ...SILENT_LOG, warning: (line: string) => void logged.push(line) };
  await publish(createPublication(), outletsOn(null, null, { log }));
  expect(logged).toEqual([]);
  expect(await filesOf(folder)).toMatchObject({
    'comment.md': `${buildCommentMarker('key')}\nthe comment`,
    'report.md': 'the summary',
    'report.html': '<p>the page</p>',
    'result.json': `${JSON.stringify(buildResultJson(createReport()))}\n`,
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
  expect(toFileName(text)).toMatch(/^[a-z0-9_][a-z0-9_-]{0,80}$/);
  expect(toFileName(text)).not.toBe(toFileName(`${text} `));
});

test('what was paid for is written before the report', async () => {
  await mkdir(join(folder, 'report.md'), { recursive: true });
  const logged: string[] = [];
  const log = { ...SILENT_LOG, warning: (line: string) => void logged.push(line) };
  const published = await publish(createPublication(), outletsOn(null, null, { log }));
  expect(published.reportPath).toBeNull();
  expect(logged).toHaveLength(1);
  const files = await filesOf(folder);
  expect(JSON.parse(files['records/support.json'] ?? '')).toMatchObject({ suite: 'support' });
});

describe('a success against a branch, where a pull request into another one has the same head,', () => {
  const statusBase = { branch: 'main', pullRequest: 7 };

  async function publishOn(server: GitHubServer, states: readonly ('success' | 'failure')[]) {
    const recorded = createRecordedWorkflow();
    const logged: string[] = [];
    const log = { ...SILENT_LOG, error: (line: string) => void logged.push(line) };
    const statuses = states.map((state) => ({
      suite: state,
      state,
      description: 'as decided',
      decision: null,
    }));
    const publication = createPublication({ statuses });
    const outlets = outletsOn(server, recorded, { log, statusBase, pullRequest: null });
    return { ...(await publish(publication, outlets)), recorded, logged };
  }

  test('is an error that says what to do, in log, summary, outputs and status; a failure stays', async () => {
    await using server = await startServer();
    server.setPull({ number: 9, headSha: HEAD, baseRef: 'release' });
    const { states, recorded, logged } = await publishOn(server, ['success', 'failure']);
    expect(states).toEqual(['error', 'failure']);
    expect(server.state.statuses.map(({ state, description }) => [state, description])).toEqual([
      ['error', expect.stringMatching(/^pull request 9 has the same head commit and goes into `release`/)],
      ['failure', 'as decided'],
    ]);
    expect(logged).toEqual([
      expect.stringMatching(/^No success is set: pull request 9 .* run the check again/),
    ]);
    expect(recorded.summary[0]).toMatch(/^\*\*No success is set:\*\* pull request 9/);
    expect(recorded.outputs.get('passed')).toBe('false');
  });

  test('is none of a pushed branch either: the pull request has a run of its own', async () => {
    const pushed = { branch: 'main', pullRequest: null };
    const at = { number: 9, headSha: HEAD, baseRef: 'release', headRepository: null };
    expect(explainNoSuccess([{ ...at, baseRef: 'main' }], pushed)).toBeNull();
    expect(explainNoSuccess([at], pushed)).toMatch(
      /^pull request 9 has .*let `push` start this workflow for `main`/,
    );
  });

  test('stands where the token may not ask or GitHub is down, and not where GitHub refuses', async () => {
    await using server = await startServer();
    server.state.forbidden.add('pull-requests');
    expect((await publishOn(server, ['success'])).states).toEqual(['success']);
    server.state.forbidden.clear();
    server.fail({ operation: 'graphql', status: 422, message: 'Something is too large.' });
    const { states, logged } = await publishOn(server, ['success']);
    expect(states).toEqual(['error']);
    expect(logged[0]).toMatch(
      /is not known \(GitHub refused to list the open pull requests .*run the check again/,
    );
  });
});
