import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { RunRecord, Sample } from '../../src/model/run-record.js';
import { expectEnd, isJudging, resultOf } from './said.js';
import { CONFIG, createWorld, PETS, type World } from './world.js';

const LABELS = 'evals/labels.jsonl';

function withLabels(): string {
  return CONFIG.replace('    gate:', `    labels: ${LABELS}\n    gate:`);
}

function rowsOf(keys: readonly string[], label: string): string {
  return keys.map((key) => `${JSON.stringify({ key, label })}\n`).join('');
}

/** The record of what `main` has now. */
function storedRecord({ project }: World): RunRecord {
  const { remote } = project;
  const tip = project.tip('prompt-regression-data');
  const files = remote.walk(remote.commit(tip)?.tree ?? '').filter(({ name }) => name.endsWith('.json.gz'));
  const file = files.findLast(({ name }) => name.includes(project.tip('main')));
  return JSON.parse(gunzipSync(remote.read('blob', file?.sha ?? '') ?? '').toString());
}

/** Statements that the judge was asked about since. */
function askedAbout({ openai }: World, from: number): readonly string[] {
  return openai.requests
    .slice(from)
    .filter(({ body }) => isJudging(body))
    .flatMap(({ body }) => {
      const user = String(body.messages.at(-1)?.content);
      const data: { statements?: Record<string, string> } = JSON.parse(
        user.slice(user.indexOf('{'), user.lastIndexOf('}') + 1),
      );
      const format = body.response_format;
      const due = format?.type === 'json_schema' ? format.json_schema.schema?.['required'] : undefined;
      const asked = Object.entries(data.statements ?? {});
      return asked.flatMap(([key, text]) => (Array.isArray(due) && !due.includes(key) ? [] : [text]));
    });
}

/** Keys of what the first answer of a case says on the matter. */
function labelKeysOf([first]: readonly Sample[]): readonly string[] {
  const judgement = first?.judgements['answer-relevancy'];
  if (judgement?.status !== 'scored') return [];
  return judgement.statements.flatMap(({ text, labelKey }) =>
    text.includes('know') ? (labelKey ?? []) : [],
  );
}

describe('labels of a team', () => {
  it('replace verdicts on both sides, without a call to the judge', async () => {
    await using world = await createWorld();
    await world.runPush();
    world.openPull(7, { 'prompts/support.md': PETS });
    const before = await world.runPull(7);
    expectEnd(before, 1, { decision: 'fail' });
    const keys = resultOf(before, 'support')?.regressions.flatMap(({ labelKeys }) => labelKeys) ?? [];
    expect(keys).toHaveLength(8);

    world.commitToMain({ 'prompt-regression.yml': withLabels(), [LABELS]: rowsOf(keys, 'yes') });
    world.openPull(8, { 'prompts/support.md': PETS });
    const from = world.openai.requests.length;
    const after = await world.runPull(8);
    expectEnd(after, 0, { decision: 'pass', score: '1.00', delta: '0.00' });
    expect(askedAbout(world, from).filter((text) => text.includes('cat sends'))).toEqual([]);
  });

  it('that are newer than the baseline hold for it too: a label makes no false regression', async () => {
    await using world = await createWorld({ files: { 'prompts/support.md': PETS } });
    await world.runPush();
    const { cases } = storedRecord(world);
    const keys = cases.flatMap(({ samples }) => labelKeysOf(samples));
    expect(keys).toHaveLength(8);
    world.commitToMain({ 'prompt-regression.yml': withLabels(), [LABELS]: rowsOf(keys, 'no') });
    world.openPull(8, { 'prompts/support.md': PETS.replace('customers', 'our customers') });
    const run = await world.runPull(8);
    // Both statements are irrelevant now, at the base as at the head.
    expectEnd(run, 1, { decision: 'fail', score: '0.00', 'baseline-score': '0.00', delta: '0.00' });
    expect(resultOf(run, 'support')?.because).toEqual(['threshold']);
  });

  it('that are all that a push brings ask nobody anything', async () => {
    const files = { 'prompt-regression.yml': withLabels(), [LABELS]: '' };
    await using world = await createWorld({ files });
    await world.runPush();
    const keys = storedRecord(world).cases.flatMap(({ samples }) => labelKeysOf(samples));
    world.commitToMain({ [LABELS]: rowsOf(keys.slice(0, 3), 'no') });
    const asked = world.openai.requests.length;
    expectEnd(await world.runPush(), 0);
    expect(world.openai.requests).toHaveLength(asked);
  });
});
