import { inflateRawSync } from 'node:zlib';
import { expect } from 'vitest';
import type { SuiteResult } from '../../src/publish/result-schema.js';
import type { ChatCompletionRequestBody } from '../support/openai-server.js';
import type { ActionResult } from '../support/run-action.js';
import type { World } from './world.js';

/** True for a request to the judge, false for one to the agent. */
export function isJudging(request: ChatCompletionRequestBody): boolean {
  return String(request.messages.at(-1)?.content).startsWith('BEGIN DATA');
}

/** Exit code and outputs of a run, those that are named. */
export function expectEnd(run: ActionResult, code: number, outputs: Readonly<Record<string, unknown>> = {}) {
  expect({ code: run.code, ...run.outputs }, run.log).toMatchObject({ code, ...outputs });
}

/** What an attack must not reach: neither is the job green, nor does a success stand on any commit. */
export function expectNotGreen({ github: { state } }: World, run: ActionResult): void {
  expect(run.code, run.log).not.toBe(0);
  expect(state.statuses.filter((status) => status.state === 'success')).toEqual([]);
}

/** Our one comment on the pull request, which has to be named where there are several. */
export function commentOf({ github: { state } }: World, pullRequest?: number): string {
  const ours = state.comments.filter(
    (comment) =>
      comment.author === state.viewer && comment.pullRequest === (pullRequest ?? comment.pullRequest),
  );
  expect(ours).toHaveLength(1);
  return ours[0]?.body ?? '';
}

/** What a comment or summary of several suites says of one of them. */
export function partOf(markdown: string, suite: string): string {
  const parts = markdown.split(/^(?=#### |<details><summary>(?:✅|🟡|⚠️|❌) )/m);
  const title = new RegExp(`^(?:#### |<details><summary>)\\S+ ${suite}(?: ·|:|</summary>|$)`);
  return parts.find((part) => title.test(part.split('\n')[0] ?? '')) ?? '';
}

/** The tip of the branch of baselines. */
export function baselinesOf(world: World): string {
  return world.project.tip('prompt-regression-data');
}

/** The last status on a commit, of one suite where it is named. */
export function statusOf(world: World, sha: string, suite?: string) {
  const of = (context: string) => suite === undefined || context === `prompt-regression/${suite}`;
  return world.github.state.statuses.findLast((status) => status.sha === sha && of(status.context));
}

/** What the result of a run says of one of its suites. */
export function resultOf(run: ActionResult, suite: string): SuiteResult | undefined {
  const { suites }: { suites: SuiteResult[] } = JSON.parse(run.outputs['result-json'] ?? '{"suites":[]}');
  return suites.find((each) => each.suite === suite);
}

/** How a case fell, where it did. */
export function regressionOf(run: ActionResult, suite: string, id: string) {
  return resultOf(run, suite)?.regressions.find((each) => each.id === id);
}

/** Every text that a run put where somebody reads it. */
export function allSaid(world: World, run: ActionResult): string {
  const { comments, statuses } = world.github.state;
  return [
    run.log,
    run.summary,
    ...Object.entries(run.outputs).map(([name, value]) => `${name}=${value}`),
    ...comments.flatMap(({ body }) => [body, unpacked(body)]),
    ...statuses.map(({ context, description }) => `${context}: ${description}`),
  ].join('\n');
}

/** What a comment carries for the next run, in plain text. */
function unpacked(body: string): string {
  const packed = /^<!-- prompt-regression-decision \d+ (\S+) -->$/m.exec(body)?.[1];
  return packed === undefined ? '' : inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8');
}

/** A run that could not measure anything names no number that looks like a measurement. */
export function expectNoScore(world: World, run: ActionResult): void {
  expectNoResult(run);
  // The table of several suites names its columns.
  expect(allSaid(world, run).replaceAll(/\| (?:main|before) → (?:this PR|now) \|/g, '')).not.toMatch(
    /(?<![\d.])[01]\.\d\d(?!\d)|→|Δ/,
  );
}

/** An undecided run has no result for other programs. Readers see the cases that have a score. */
export function expectNoResult(run: ActionResult): void {
  const { score, 'baseline-score': base, delta, regressions, 'newly-irrelevant': newly } = run.outputs;
  expect([score, base, delta, regressions, newly]).toEqual(['', '', '', '', '']);
  const result: { suites: { [name: string]: unknown }[] } = JSON.parse(run.outputs['result-json'] ?? '');
  for (const suite of result.suites) {
    expect(suite).toMatchObject({ score: null, baselineScore: null, delta: null, p: null, regressions: [] });
  }
}
