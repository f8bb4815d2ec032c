import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { RunRecord, Sample } from '../../src/ports/run-record.js';
import { commentOf, expectEnd, isJudging, resultOf } from './said.js';
import { CONFIG, createWorld, HARMLESS, PETS, type World } from './world.js';

const LABELS = 'evals/labels.jsonl';
const CAT = 'By the way, our cat sends her love.';

function withLabels(more = ''): string {
  return CONFIG.replace('    gate:', `    labels: ${LABELS}\n${more}    gate:`);
}

function rowsOf(keys: readonly string[], label: string, more: object = {}): string {
  return keys.map((key) => `${JSON.stringify({ key, label, ...more })}\n`).join('');
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
      return Object.values(data.statements ?? {});
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
  it('take the place of verdicts on both sides, and nobody is asked about them again', async () => {
    await using world = await createWorld();
    await world.runPush();
    world.openPull(7, { 'prompts/support.md': PETS });
    const before = await world.runPull(7);
    expectEnd(before, 1, { decision: 'fail' });
    const keys = resultOf(before, 'support')?.regressions.flatMap(({ labelKeys }) => labelKeys) ?? [];
    expect(keys).toHaveLength(8);
    expect(before.summary).toContain(keys[0]);

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

  it('measure the judge: the footer has it, and below `min-agreement` nothing is decided', async () => {
    await using world = await createWorld();
    await world.runPush();
    const record = storedRecord(world);
    const rows = record.cases.flatMap(({ id, input, taskHash = '', samples }) =>
      samples.slice(0, 1).flatMap(({ answer, judgements }) => {
        const judgement = judgements['answer-relevancy'];
        if (judgement?.status !== 'scored' || answer.status !== 'answered') return [];
        const task = record.tasks[taskHash];
        // The same words in other answers: other statements to a label.
        return judgement.statements.map(({ labelKey, text }) => ({
          ...{ key: labelKey, case: id, statement: text, task, input, answer: answer.output },
        }));
      }),
    );
    const more = Array.from({ length: 24 }, (_, index) => ({
      key: index.toString(16).padStart(20, '0'),
      statement: CAT,
      input: `Tell me about matter ${index}.`,
      answer: `Here is what we know of matter ${index}. ${CAT}`,
    }));
    const labels = [
      ...rows.map((row) => ({ ...row, label: 'yes' })),
      // The judge says no.
      ...more.map((row, index) => ({ ...row, label: index < 4 ? 'yes' : 'no' })),
    ];
    const file = labels.map((row) => `${JSON.stringify(row)}\n`).join('');
    world.commitToMain({ 'prompt-regression.yml': withLabels('    min-agreement: 0.8\n'), [LABELS]: file });
    const push = await world.runPush();
    expectEnd(push, 0);
    expect(storedRecord(world).labelCheck?.verdicts).toHaveLength(32);
    world.openPull(8, { 'prompts/support.md': HARMLESS });
    const from = world.openai.requests.length;
    const pull = await world.runPull(8);
    expectEnd(pull, 0, { decision: 'pass', delta: '0.00' });
    expect(commentOf(world)).toContain('judge agrees with 28 of 32 of your labels');
    expect(askedAbout(world, from)).toEqual([]);

    world.commitToMain({ 'prompt-regression.yml': withLabels('    min-agreement: 90%\n') });
    world.openPull(9, { 'prompts/support.md': HARMLESS });
    const low = await world.runPull(9);
    expectEnd(low, 3, { decision: 'inconclusive', score: '' });
    const said = commentOf(world, 9);
    expect(said).toMatch(
      /the judge agrees with 28 of 32 of your labels \(0\.875\), and `min-agreement` is 0\.9/i,
    );
    expect(said).toContain('prompt-regression judge-check');
    expect(said).toContain('**What now?** Choose another judge, then');
  });

  it('that are all that a push brings are held against the judge, and the agent is not asked', async () => {
    const files = { 'prompt-regression.yml': withLabels(), [LABELS]: '' };
    await using world = await createWorld({ files });
    await world.runPush();
    const keys = storedRecord(world).cases.flatMap(({ samples }) => labelKeysOf(samples));
    const rows = rowsOf(keys.slice(0, 3), 'no');
    world.commitToMain({ [LABELS]: rows });
    const from = world.openai.requests.length;
    const push = await world.runPush();
    expectEnd(push, 0);
    expect(world.openai.requests.slice(from).every(({ body }) => isJudging(body))).toBe(true);
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    await world.runPull(7);
    expect(commentOf(world)).toContain('judge agrees with 0 of 3 of your labels');
    // Stored once more, for the commit that has the labels.
    expect(storedRecord(world).labelCheck?.verdicts).toHaveLength(3);
    const asked = world.openai.requests.length;
    await world.runPush();
    expect(world.openai.requests).toHaveLength(asked);
  });
});
