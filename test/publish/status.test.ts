import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SILENT_LOG } from '../../src/model/effects.js';
import type { Workflow } from '../../src/publish/outlets.js';
import {
  announcePending,
  buildStatusContext,
  buildStatusLink,
  endPendingStatuses,
  parseOrigin,
  parseStatusState,
  publishStatus,
  saveConcluded,
} from '../../src/publish/status.js';
import { fitDescription } from '../../src/report/status-words.js';
import { createRedactor } from '../../src/text/redact.js';
import { anyCharacter } from '../report/hostile-text.js';
import { openTestGitHub } from '../support/github/open-test-github.js';
import { type GitHubServer, startGitHubServer } from '../support/github-server.js';
import { createOutlets } from '../support/outlets.js';
import { createRecordedWorkflow } from '../support/recorded-workflow.js';

const asIs = (text: string) => text;

const SHA = 'a'.repeat(40);
const TARGET = 'https://github.test/run/1';

/** Statuses of a run at this commit; what could not be set is in `warnings`. */
function outletsOn(server: GitHubServer, workflow: Workflow) {
  const warnings: string[] = [];
  const log = { ...SILENT_LOG, warning: (line: string) => void warnings.push(line) };
  const outlets = createOutlets({
    github: openTestGitHub(server),
    workflow,
    statusSha: SHA,
    runUrl: TARGET,
    log,
  });
  return { ...outlets, warnings };
}

test('a description has one line of at most 140 characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (text) => {
      const description = fitDescription(text);
      expect(description.length).toBeLessThanOrEqual(140);
      expect(description).not.toMatch(/[\n\r\u{10000}-\u{10FFFF}]/u);
    }),
  );
  expect(fitDescription(`${'x'.repeat(138)}ée\u0301e\u0301`)).toBe(`${'x'.repeat(138)}é…`);
  expect(fitDescription('x'.repeat(140))).toBe('x'.repeat(140));
  expect(fitDescription('relevancy\n0.91 → 0.85')).toBe('relevancy 0.91 → 0.85');
});

test('nothing above U+FFFF goes into a status, and two names stay two', async () => {
  expect(fitDescription('add the label 🧪 evals')).toBe('add the label ? evals');
  expect(fitDescription('add the label 👩‍🔬🇯🇵')).toBe('add the label ?');
  expect(fitDescription('日本語 → ✅')).toBe('日本語 → ✅');
  const contexts = ['apps/🧪', 'apps/🔬', 'apps/x'].map((folder) =>
    buildStatusContext('support', folder, asIs),
  );
  expect(contexts).toEqual([
    'prompt-regression/apps/u1f9ea/support',
    'prompt-regression/apps/u1f52c/support',
    'prompt-regression/apps/x/support',
  ]);
  await using server = await startGitHubServer({ repository: 'acme/agent' });
  const outlets = outletsOn(server, createRecordedWorkflow().workflow);
  await announcePending(['support', '🧪'], { ...outlets, directory: '🔬' });
  expect(outlets.warnings).toEqual([]);
  expect(server.state.statuses.map(({ context }) => context)).toEqual([
    'prompt-regression/u1f52c/support',
    'prompt-regression/u1f52c/u1f9ea',
  ]);
});

test('a context tells no secret, and a plain word is none: a required status would never come', () => {
  const redact = createRedactor(['support', 'sk-0123456789']);
  expect(buildStatusContext('support', 'apps/support', redact)).toBe(
    'prompt-regression/apps/support/support',
  );
  expect(buildStatusContext('of-sk-0123456789', 'apps/sk-0123456789', redact)).toBe(
    'prompt-regression/apps/***/of-***',
  );
});

test('the link of a status says which run has set it', () => {
  const origin = { base: 'feature/a b', pullRequest: 7, decision: 'ab12', byCompanion: false };
  const targetUrl = buildStatusLink('https://github.test/run/1?pr=7', origin);
  expect(targetUrl).toBe('https://github.test/run/1?pr=7&pull-request=7&decision=ab12&base=feature%2Fa+b');
  expect(parseOrigin(targetUrl)).toEqual({ ...origin, run: null });
  expect(parseOrigin('https://github.test/acme/agents/actions/runs/12?base=main').run).toBe(12);
  const byCompanion = buildStatusLink(TARGET, { byCompanion: true });
  expect(parseOrigin(byCompanion)).toMatchObject({ byCompanion: true, pullRequest: null });
  expect(buildStatusLink(null, origin)).toBeNull();
  for (const url of [TARGET, 'no address', null]) {
    const nothing = { base: null, pullRequest: null, decision: null, byCompanion: false, run: null };
    expect(parseOrigin(url)).toEqual(nothing);
  }
});

test('suites with the same name in two folders have different contexts, even for long paths', () => {
  expect(buildStatusContext('support', 'apps/lamps', asIs)).toBe('prompt-regression/apps/lamps/support');
  const long = ['a', 'b'].map((end) =>
    buildStatusContext('y'.repeat(200), `${'x/'.repeat(200)}${end}`, asIs),
  );
  expect(new Set(long).size).toBe(2);
  for (const context of long) expect(context.length).toBeLessThanOrEqual(255);
});

test('a status is set on the commit', async () => {
  await using server = await startGitHubServer({ repository: 'acme/agent' });
  const status = { sha: SHA, context: 'c', state: 'failure', description: 'd'.repeat(300) } as const;
  const { statuses } = openTestGitHub(server);
  const outlets = outletsOn(server, createRecordedWorkflow().workflow);
  expect(await publishStatus(statuses, { ...status, targetUrl: TARGET }, outlets)).toBe(true);
  await publishStatus(statuses, { ...status, targetUrl: null }, outlets);
  expect(server.state.statuses).toEqual([
    { sha: SHA, context: 'c', state: 'failure', description: `${'d'.repeat(139)}…`, targetUrl: TARGET },
    { sha: SHA, context: 'c', state: 'failure', description: `${'d'.repeat(139)}…`, targetUrl: null },
  ]);
});

test('statuses that may not be written give one warning each, with the missing line', async () => {
  await using server = await startGitHubServer({ repository: 'acme/agent' });
  server.state.forbidden.add('statuses');
  const outlets = outletsOn(server, createRecordedWorkflow().workflow);
  await announcePending(['one', 'two'], outlets);
  expect(outlets.warnings).toEqual([
    expect.stringMatching(/^Status prompt-regression\/one not written: .*`permissions: statuses: write`/),
    expect.stringMatching(/^Status prompt-regression\/two not written: /),
  ]);
});

test('state is saved before the pending request goes out; post concludes from that state alone', async () => {
  await using server = await startGitHubServer({ repository: 'acme/agent' });
  const { workflow, state } = createRecordedWorkflow();
  const { statuses } = openTestGitHub(server);
  let savedAtRequest: string | null = null;
  server.before({ operation: 'repos/create-commit-status' }, () => {
    savedAtRequest ??= JSON.stringify(parseStatusState(state));
  });
  const suites = ['one', 'two', 'three'];
  await announcePending(suites, outletsOn(server, workflow));
  expect(JSON.parse(savedAtRequest ?? '')).toMatchObject({
    sha: SHA,
    pending: suites.map((suite) => buildStatusContext(suite, '', asIs)),
  });
  expect(server.state.statuses.map((status) => status.state)).toEqual(['pending', 'pending', 'pending']);

  await saveConcluded([buildStatusContext('two', '', asIs)], {
    ...outletsOn(server, workflow),
    workflow,
  });
  server.state.statuses.splice(0);
  const known = parseStatusState(state);
  if (known === null) throw new Error('nothing was announced');
  await endPendingStatuses({ state: known, statuses, log: SILENT_LOG });
  const left = {
    sha: SHA,
    state: 'error',
    targetUrl: TARGET,
    description: expect.stringContaining('re-run'),
  };
  expect(server.state.statuses).toEqual([
    { ...left, context: buildStatusContext('one', '', asIs) },
    { ...left, context: buildStatusContext('three', '', asIs) },
  ]);
});

test('nothing is set to pending that the post step would not know of', async () => {
  await using server = await startGitHubServer({ repository: 'acme/agent' });
  const { workflow } = createRecordedWorkflow({
    saveState() {
      throw new Error('no state file');
    },
  });
  const outlets = outletsOn(server, workflow);
  await announcePending(['one'], outlets);
  expect(outlets.warnings).toEqual([expect.stringContaining('no state file')]);
  expect(server.state.statuses).toEqual([]);
});
