import { expect, it, test } from 'vitest';
import { EVENTS, type EventRow } from '../support/events-page.js';
import type { ActionResult } from '../support/run-action.js';
import { isJudging } from './said.js';
import { CONFIG, createWorld, HARMLESS, PETS, REPOSITORY, type World } from './world.js';

const LABEL = 'prompt-regression-accepted';
const FORK = 'stranger/agents';
const ONE_CASE = {
  'evals/cases.jsonl': '{"id":"case-1","input":"Tell me about refunds."}\n',
  'prompt-regression.yml': `judge: { model: judge-1 }\n${CONFIG}`,
};
/** Its answer is off the matter, so it is below the threshold. */
const WORSE = `${PETS}Add: And her dog.\nAdd: And the parrot of our neighbour.\n`;

/** One run of each row that is told of, which ends green: the way there, then the run itself. */
const RUNS: Readonly<Record<string, (world: World) => Promise<ActionResult>>> = {
  'pull_request `opened`': (world) => {
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    return world.runPull(7, { payload: { action: 'opened' } });
  },
  'pull_request `edited` to go': async (world) => {
    const headSha = world.openPull(7, { 'prompts/support.md': HARMLESS });
    world.github.setPull({ number: 7, labels: [LABEL] });
    const { event, workspace } = await world.checkoutPull(7);
    const payload = event.payload as { pull_request: object };
    const turned = {
      action: 'edited',
      changes: { base: { ref: { from: 'below' } } },
      pull_request: { ...payload.pull_request, labels: [{ name: LABEL }] },
    };
    const run = await world.run({ workspace, event: { ...event, payload: { ...payload, ...turned } } });
    expect(world.github.state.pulls.get(7)).toMatchObject({ headSha, labels: [] });
    return run;
  },
  'pull_request `edited` in title': async (world) => {
    world.openPull(7, { 'prompts/support.md': WORSE });
    world.github.state.collaborators.set('ann', 'write');
    await world.runPull(7);
    const before = seen(world);
    const titled = await world.runPull(7, { payload: { action: 'edited', changes: { title: {} } } });
    expect([titled.code, wrote(before, seen(world))], titled.log).toEqual([1, []]);
    const label = { action: 'labeled', label: { name: LABEL }, sender: { login: 'ann' } };
    return world.runPull(7, { payload: label });
  },
  'pull_request of a fork': (world) => {
    world.openPull(7, { 'README.md': 'Better.\n' }, FORK);
    for (const right of ['comments', 'statuses', 'contents', 'labels'] as const) {
      world.github.state.forbidden.add(right);
    }
    return world.runPull(7, { inputs: { 'openai-api-key': '' } });
  },
  'pull_request started by Dependabot': (world) => {
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    return world.runPull(7, { env: { GITHUB_ACTOR: 'dependabot[bot]' } });
  },
  'merge_group ': async (world) => {
    const base = world.project.tip('main');
    const branch = `gh-readonly-queue/main/pr-7-${base}`;
    const sha = world.project.commit(branch, { 'prompts/support.md': HARMLESS }, [base]);
    const ref = `refs/heads/${branch}`;
    const payload = { merge_group: { base_sha: base, head_sha: sha, head_ref: ref } };
    const event = { name: 'merge_group', sha, ref, payload };
    return world.run({ workspace: await world.project.checkout(sha), event });
  },
  'push to the default': (world) => world.runPush(),
  'push to another': (world) => {
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    return world.runPush({ branch: 'pull-7' });
  },
  'workflow_dispatch with `pull-request`, of': (world) => {
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    return world.dispatch({ inputs: { 'pull-request': '7' } });
  },
  'workflow_dispatch with `pull-request`, `sha` and a limit': (world) => {
    const sha = world.openPull(7, { 'prompts/support.md': HARMLESS }, FORK);
    return world.dispatch({ inputs: { 'pull-request': '7', sha, 'max-calls': '500' } });
  },
  'workflow_dispatch with `pull-request`, `sha` and `accept`': async (world) => {
    const sha = world.openPull(7, { 'prompts/support.md': WORSE });
    world.github.state.collaborators.set('ann', 'write');
    await world.runPull(7);
    return world.dispatch({ inputs: { 'pull-request': '7', sha, accept: 'The cat stays.' } });
  },
  'workflow_dispatch without, on the': (world) => world.dispatch(),
  'workflow_dispatch without, on another': async (world) => {
    const sha = world.openPull(7, { 'README.md': 'Better.\n' });
    return onBranch(world, { name: 'workflow_dispatch', sha, ref: 'refs/heads/pull-7' });
  },
  'schedule ': (world) =>
    onBranch(world, { name: 'schedule', sha: world.project.tip('main'), ref: 'refs/heads/main' }),
  'schedule with a git ref': (world) => {
    world.project.remote.setRef('refs/tags/released', world.project.tip('main'));
    const sha = world.commitToMain({ 'prompts/support.md': HARMLESS });
    return onBranch(world, { name: 'schedule', sha, ref: 'refs/heads/main' }, { baseline: 'released' });
  },
  'workflow_call a workflow': (world) => {
    const caller = `${REPOSITORY}/.github/workflows/ci.yml@refs/pull/7/merge`;
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    return world.runPull(7, { env: { GITHUB_WORKFLOW_REF: caller } });
  },
  'workflow_run of the check': (world) => {
    world.openPull(7, { 'README.md': 'Better.\n' }, FORK);
    return world.runCompanion(7, { inputs: { 'openai-api-key': '' } });
  },
};

async function onBranch(
  world: World,
  event: { name: string; sha: string; ref: string },
  inputs: Readonly<Record<string, string>> = {},
) {
  const payload = { repository: { full_name: REPOSITORY, default_branch: 'main' } };
  const workspace = await world.project.checkout(event.sha);
  return world.run({ workspace, event: { ...event, payload }, inputs });
}

/** What others can see of what was written. */
function seen({ github: { state }, project }: World) {
  return {
    comment: state.comments.map(({ id, body }) => `${id} ${body}`).join('\n'),
    status: String(state.statuses.length),
    baseline: project.remote.ref('refs/heads/prompt-regression-data') ?? '',
  };
}

function wrote(before: ReturnType<typeof seen>, after: ReturnType<typeof seen>): readonly string[] {
  const kinds = ['comment', 'status', 'baseline'] as const;
  return kinds.filter((kind) => before[kind] !== after[kind]);
}

const rowOf = (start: string) => EVENTS.find(({ event, when }) => `${event} ${when}`.startsWith(start));

/** The row that a text points to, where it does. */
function pointed(text: string): EventRow | undefined {
  if (!/^as (?:on|of|above|there)/.test(text)) return undefined;
  return rowOf(text.startsWith('as on `push`') ? 'push to the default' : 'pull_request `opened`');
}

/** What a row says itself, or by the row that it points to. */
function resolve(row: EventRow, column: 'green' | 'written'): string {
  const text = row[column];
  const to = pointed(text);
  return to === undefined ? text : `${text} ${to[column]}`;
}

/** The prompt of the commit that the last status was set on. */
function headPrompt({ github: { state }, project: { remote } }: World): string {
  const { tree = '' } = remote.commit(state.statuses.at(-1)?.sha ?? '') ?? {};
  const blob = remote.entry(tree, 'prompts/support.md')?.sha ?? '';
  return String(remote.read('blob', blob)).trim();
}

function askedPrompts({ openai }: World): readonly string[] {
  const asked = openai.requests.filter(({ body }) => !isJudging(body));
  return asked.map(({ body }) => String(body.messages[0]?.content).trim());
}

/** What the column says, and the branch or ref of the base that the run names; `null` for no base. */
const HELD_AGAINST: readonly (readonly [RegExp, string | null])[] = [
  [/–|^the stored baseline|^the newest commit of the base branch, which/, null],
  [/^the commit that the group is merged into/, ''],
  [/^the commit at which the branch left the default branch/, 'main'],
  [/^the commit of that ref/, 'released'],
  [/^the base branch's newest commit/, 'main'],
  [/^the commit that it is merged into|^the new branch/, 'main'],
];

test('every row of the table of events is run below', () => {
  expect(Object.keys(RUNS).map(rowOf)).toEqual(EVENTS);
});

it.each(Object.keys(RUNS))(
  '%s: judges, turns green and writes what its row says, and nothing else',
  async (start) => {
    const row = rowOf(start);
    const act = RUNS[start];
    if (row === undefined || act === undefined) throw new Error('no such row');
    await using world = await createWorld({ files: ONE_CASE });
    const before = seen(world);
    const run = await act(world);
    const written = wrote(before, seen(world));

    const says = resolve(row, 'written');
    const claimed = ['comment', 'status', 'baseline'].filter(
      (kind) => !says.startsWith('nothing') && says.includes(kind),
    );
    expect(written, run.log).toEqual(claimed);

    expect(run.log.includes('comes from a fork'), run.log).toBe(row.rights.startsWith('no secrets'));
    expect(run.log.includes('by Dependabot'), run.log).toBe(row.rights.startsWith("Dependabot's own"));
    // The one example whose checkout is read and not run.
    const nothing = row.head.startsWith('none') || run.log.includes('no watched file changed');
    expect(/\d cases? × /.test(run.log), run.log).toBe(!nothing);
    const { base } = pointed(row.base) ?? row;
    const held = HELD_AGAINST.find(([says]) => says.test(base));
    const ran = /^The base (?:(\S+)@|)[0-9a-f]{7} runs now/m.exec(run.log);
    expect([ran && (ran[1] ?? '')], run.log).toEqual(nothing ? [null] : held?.slice(1));
    if (!nothing) expect(askedPrompts(world), run.log).toContain(headPrompt(world));

    const green = resolve(row, 'green');
    // The companion's job is a check of nothing.
    if (/\bjob\b/.test(green)) expect(run.code, run.log).toBe(0);
    const { state } = world.github.state.statuses.at(-1) ?? {};
    expect(state, run.log).toBe(
      /\bstatus(?:es)?\b/.test(green) || claimed.includes('status') ? 'success' : undefined,
    );
  },
);
