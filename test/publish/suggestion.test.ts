import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SILENT_LOG } from '../../src/model/effects.js';
import type { Explanation, Suggestion } from '../../src/model/explanation.js';
import { buildCommentMarker } from '../../src/publish/comment-body.js';
import { buildPublication } from '../../src/publish/publication.js';
import { publishSuggestion, showsLines } from '../../src/publish/suggestion.js';
import { type ReviewSuggestion, renderSuggestion } from '../../src/report/comment/render-suggestion.js';
import { escapeLine, markdown, renderSuggestionFence } from '../../src/report/markdown.js';
import { createRedactor } from '../../src/text/redact.js';
import { GitProject } from '../support/git-project.js';
import { openTestGitHub } from '../support/github/open-test-github.js';
import { type GitHubServer, startGitHubServer } from '../support/github-server.js';
import { createDecision, createReport, createSuiteReport } from '../support/records.js';

const KEY = 'ci / support';
const MARKER = buildCommentMarker(KEY);
const PATH = 'prompts/support.md';
const rules = Array.from({ length: 20 }, (_, at) => `- Rule ${at + 1} is kept.`);
const PROMPT = `${rules.join('\n')}\n`;
const HEAD = PROMPT.replace('- Rule 10 is kept.', '- Rule 10 is new.\n- Rule 11 is new.');

let project: GitProject;
let server: GitHubServer;
let head: string;
beforeEach(async () => {
  project = new GitProject({ [PATH]: PROMPT });
  server = await startGitHubServer({ repository: 'acme/agent', git: project.remote });
  head = push(HEAD);
});
afterEach(async () => {
  await server.close();
  await project[Symbol.asyncDispose]();
});

/** The pull request gets this prompt; its head. */
function push(prompt: string): string {
  const commit = project.commit('change', { [PATH]: prompt }, [project.tip('main')]);
  server.setPull({ number: 7, headSha: commit, baseRef: 'main' });
  return commit;
}

const suggestionOf = (overrides: Partial<ReviewSuggestion> = {}, text = 'Repair.'): ReviewSuggestion => ({
  path: PATH,
  line: 10,
  endLine: 11,
  replaced: ['- Rule 10 is new.', '- Rule 11 is new.'],
  lines: ['- Rule 10 is kept.'],
  body: (marker) => markdown`${marker}\n${escapeLine(text)}`,
  ...overrides,
});

async function publish(
  suggestion: ReviewSuggestion | null,
  { headSha = head, onlyReads = false } = {},
): Promise<readonly string[]> {
  const lines: string[] = [];
  const keep = (level: string) => (line: string) => void lines.push(`${level}: ${line}`);
  await publishSuggestion({
    reviewComments: openTestGitHub(server, { onlyReads }).reviewComments,
    pullRequest: 7,
    headSha,
    key: KEY,
    suggestion,
    log: { ...SILENT_LOG, info: keep('info'), warning: keep('warning') },
    redact: (line) => line,
  });
  return lines;
}

const shown = () =>
  server.state.reviewComments.map(({ path, line, endLine, body, commit }) => ({
    at: `${path}:${line}-${endLine}`,
    body,
    commit,
  }));

const writes = () =>
  server.requests.map(({ operation }) => operation).filter((name) => name?.startsWith('pulls/'));

describe('the suggested repair', () => {
  test('is one comment on the lines of the head', async () => {
    expect(await publish(suggestionOf())).toEqual([]);
    expect(shown()).toEqual([{ at: `${PATH}:10-11`, body: `${MARKER}\nRepair.`, commit: head }]);
    expect(server.requestsOf('pulls/create-review-comment')[0]?.body).toEqual({
      body: `${MARKER}\nRepair.`,
      commit_id: head,
      path: PATH,
      line: 11,
      side: 'RIGHT',
      start_line: 10,
      start_side: 'RIGHT',
    });
  });

  test('may be about one line', async () => {
    await publish(suggestionOf({ endLine: 10, replaced: ['- Rule 10 is new.'] }));
    expect(shown()).toMatchObject([{ at: `${PATH}:10-10` }]);
  });

  test('of the same lines is updated, and not written again if it is the same', async () => {
    await publish(suggestionOf());
    await publish(suggestionOf());
    expect(server.requestsOf('pulls/update-review-comment')).toHaveLength(0);
    await publish(suggestionOf({}, 'Measured again.'));
    expect(shown()).toMatchObject([{ body: `${MARKER}\nMeasured again.` }]);
    expect(server.requestsOf('pulls/create-review-comment')).toHaveLength(1);
  });

  test('of other lines replaces it', async () => {
    await publish(suggestionOf());
    const next = push(PROMPT.replace('- Rule 3 is kept.', '- Rule 3 is new.'));
    const other = suggestionOf({ line: 3, endLine: 3, replaced: ['- Rule 3 is new.'] }, 'Other.');
    await publish(other, { headSha: next });
    expect(shown()).toEqual([{ at: `${PATH}:3-3`, body: `${MARKER}\nOther.`, commit: next }]);
  });

  test('that does not hold any more is deleted, and marked as outdated if people answered it', async () => {
    await publish(suggestionOf());
    await publish(null);
    expect(shown()).toEqual([]);
    await publish(suggestionOf());
    for (const comment of server.state.reviewComments) comment.replies = 1;
    await publish(null);
    await publish(null);
    expect(shown()).toMatchObject([{ body: expect.stringContaining('**Outdated:**') }]);
    expect(server.requestsOf('pulls/update-review-comment')).toHaveLength(1);
    // It holds again.
    await publish(suggestionOf());
    expect(shown()).toMatchObject([{ body: `${MARKER}\nRepair.` }]);
  });

  test.each([
    ['outside the diff', { line: 1, endLine: 1, replaced: ['- Rule 1 is kept.'] }],
    ['of a file without changes', { path: 'README.md' }],
    // The base branch changed the same file, so what was measured has other line numbers.
    ['that have another text at the head', { replaced: ['- Rule 10 is new.', '- Rule 11 is kept.'] }],
    [
      'that end below the part that the diff shows',
      { line: 13, endLine: 15, replaced: [12, 13, 14].map((at) => rules[at] ?? '') },
    ],
  ])('is not made for lines %s, and nothing is refused', async (_, place) => {
    expect(await publish(suggestionOf(place))).toEqual([
      expect.stringMatching(/^info: No repair is suggested: the pull request's diff does not show/),
    ]);
    expect(writes()).not.toContain('pulls/create-review-comment');
  });

  test('that the diff does not show any more is taken back', async () => {
    await publish(suggestionOf());
    await publish(suggestionOf({ replaced: ['- Other.', '- Lines.'] }));
    expect(shown()).toEqual([]);
  });

  test('is left to the newer run if the pull request has moved on', async () => {
    const old = head;
    push(HEAD.replace('Rule 1 ', 'Rule one '));
    expect(await publish(suggestionOf(), { headSha: old })).toEqual([expect.stringMatching(/moved on to/)]);
    expect(shown()).toEqual([]);
  });

  test("leaves others' comments alone, even with its marker", async () => {
    const foreign = {
      ...{ pullRequest: 7, author: 'ann', path: PATH, commit: head, line: 10, endLine: 11, replies: 0 },
      body: `${MARKER}\nMine.`,
      id: 1,
    };
    server.state.reviewComments.push(foreign);
    await publish(null);
    await publish(suggestionOf());
    expect(shown().map(({ body }) => body)).toEqual([`${MARKER}\nMine.`, `${MARKER}\nRepair.`]);
  });

  test('is found among many conversations', async () => {
    await publish(suggestionOf());
    const [ours] = server.state.reviewComments;
    for (let id = 1; id <= 150; id += 1) {
      if (ours !== undefined) server.state.reviewComments.unshift({ ...ours, id, author: 'ann' });
    }
    await publish(null);
    expect(server.state.reviewComments).toHaveLength(150);
  });

  test('needs the permission, and says which', async () => {
    server.state.forbidden.add('review-comments');
    expect(await publish(suggestionOf())).toEqual([
      expect.stringMatching(
        /^warning: Suggested repair not written: GitHub refused to comment on lines .*permissions: pull-requests: write/,
      ),
    ]);
    // Nothing is to be taken back, so a token without any right is no news.
    server.state.forbidden.add('pull-requests');
    expect(await publish(null)).toEqual([expect.stringMatching(/^info: Earlier suggestions are not known/)]);
  });

  test('that GitHub refuses is a warning with its reason', async () => {
    server.fail({
      operation: 'pulls/create-review-comment',
      status: 422,
      message: 'Validation Failed',
      errors: [
        { resource: 'PullRequestReviewComment', code: 'custom', field: 'line', message: 'not this line' },
      ],
    });
    expect(await publish(suggestionOf())).toEqual([expect.stringMatching(/^warning: .*not this line/)]);
  });
});

test('GitHub itself refuses what is outside the diff', async () => {
  const { reviewComments } = openTestGitHub(server);
  const create = (line: number, endLine: number, path = PATH, commit = head) =>
    reviewComments.create(7, { commit, path, line, endLine, body: 'text' });
  await expect(create(1, 1)).rejects.toThrow('line must be part of the diff');
  await expect(create(1, 10)).rejects.toThrow('must be part of the same hunk');
  await expect(create(1, 1, 'other.md')).rejects.toThrow('line must be part of the diff');
  await expect(create(10, 10, PATH, 'f'.repeat(40))).rejects.toThrow('not part of the pull request');
});

test('the lines of a diff are those of the head, context included, within one part', () => {
  const diff =
    '@@ -1,3 +1,3 @@ # Heading\n one\n-two\n+2\n three\n@@ -10 +10,2 @@\n ten\n+eleven\n\\ No newline at end of file';
  const shows = (line: number, ...replaced: readonly string[]) => showsLines(diff, line, replaced);
  expect(shows(1, 'one', '2', 'three')).toBe(true);
  expect(shows(2, 'two')).toBe(false);
  expect(shows(10, 'ten', 'eleven')).toBe(true);
  expect(shows(3, 'three', 'ten')).toBe(false);
  expect(shows(11, 'eleven', '')).toBe(false);
});

describe('its text', () => {
  const suggestion: Suggestion = { path: PATH, line: 10, endLine: 10, replaced: ['new'], lines: ['kept'] };

  const explanation = (repaired: Partial<Suggestion> | null = {}): Explanation => ({
    kind: 'named',
    rule: 'sentence',
    statement: '@ann [click](http://evil.test) <b>',
    caseIds: ['a'],
    hunks: [],
    relation: 'alone',
    naming: 2,
    without: { agree: 12, of: 12 },
    only: { agree: 11, of: 12 },
    repair: {
      cases: 8,
      recovered: { agree: 5, of: 6 },
      suggestion: repaired === null ? null : { ...suggestion, ...repaired },
    },
  });

  const bodyOf = (each: Explanation) =>
    renderSuggestion(createReport({ suites: [createSuiteReport({ explanations: [each] })] }))?.body(MARKER);

  test('says what was measured, with the statement as plain text', () => {
    const body = bodyOf(explanation());
    expect(body?.split('\n')[0]).toBe(MARKER);
    expect(body).toContain(
      '12 of 12 answers recover. All 8 cases of the suite were asked: 5 of the 6 affected',
    );
    expect(body).toContain('```suggestion\nkept\n```');
    expect(body).not.toContain('@ann');
    expect(body).not.toContain('[click]');
    expect(body).not.toContain('<b>');
  });

  test.each([
    [['a ```` b', '```'], '`````suggestion\na ```` b\n```\n`````'],
    [[], '```suggestion\n```'],
    [[''], '```suggestion\n\n```'],
    [['  <!-- kept --> @ann'], '```suggestion\n  <!-- kept --> @ann\n```'],
  ])('fences %j unchanged', (lines, fence) => {
    expect(renderSuggestionFence(lines)).toBe(fence);
    expect(bodyOf(explanation({ lines }))).toContain(fence);
  });

  test('is not there without a measured repair of one place, with other line ends, or if it is too long', () => {
    expect(bodyOf(explanation(null))).toBeUndefined();
    expect(bodyOf(explanation({ lines: ['kept\r'] }))).toBeUndefined();
    expect(bodyOf(explanation({ lines: ['x'.repeat(60_000)] }))).toBeUndefined();
    const only: Explanation = {
      kind: 'only-change',
      rule: 'sentence',
      statement: null,
      caseIds: [],
      hunks: [],
    };
    expect(bodyOf(only)).toBeUndefined();
  });

  const suggestionIn = (each: Explanation | null, outcome: 'fail' | 'inconclusive' = 'fail') => {
    const decision = createDecision({ outcome });
    const suite = createSuiteReport({ decision, ...(each !== null && { explanations: [each] }) });
    const run = { report: createReport({ suites: [suite] }), records: [], fingerprints: null };
    return buildPublication(run, createRedactor(['s3cret-value'])).suggestion;
  };

  test('with a secret taken out would not restore the lines, so there is none', () => {
    expect(suggestionIn(explanation())).toMatchObject({ lines: ['kept'] });
    expect(suggestionIn(explanation({ lines: ['Key: s3cret-value'] }))).toBe('none');
  });

  test('an undecided run takes none back', () => {
    expect(suggestionIn(null)).toBe('none');
    expect(suggestionIn(null, 'inconclusive')).toBe('unknown');
  });
});
