import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseConfig } from '../../src/settings/config-file.js';
import { copySupport, meanOf, readCases, runAgent, SUPPORT, scoreAnswers } from './support-folder.js';

const read = (path: string) => readFile(join(SUPPORT, path), 'utf8');
const taskOf = async (): Promise<string> => parse(await read('prompt-regression.yml')).suites[0].task;

async function scoreSide(side: 'base' | 'head', files: Readonly<Record<string, string>> = {}) {
  const cases = await readCases();
  await using copy = await copySupport(side, files);
  const { answers } = await runAgent(copy.folder, cases);
  return scoreAnswers(cases, answers, await taskOf());
}

describe('the demo suite', () => {
  it('has a config that is accepted', async () => {
    expect(parseConfig(await read('prompt-regression.yml'), 'prompt-regression.yml').suites).toHaveLength(1);
  });

  it('changes one line of the prompt', async () => {
    const base = (await read('base/prompts/support.md')).split('\n');
    const head = (await read('prompts/support.md')).split('\n');
    expect(head).toHaveLength(base.length);
    expect(head.filter((line, at) => line !== base[at])).toHaveLength(1);
  });

  it('scores well at base and clearly worse at head, with a few answers better', async () => {
    const base = await scoreSide('base');
    const head = await scoreSide('head');
    expect(meanOf(base)).toBeGreaterThan(0.85);
    expect(meanOf(head)).toBeGreaterThan(0.8);
    expect(meanOf(base) - meanOf(head)).toBeGreaterThan(0.05);
    const deltas = [...base].map(([id, { score }]) => (head.get(id)?.score ?? 0) - score);
    expect(deltas.filter((delta) => delta < -0.2).length).toBeGreaterThanOrEqual(8);
    expect(deltas.filter((delta) => delta > 0.2).length).toBeGreaterThanOrEqual(2);
    expect(deltas.filter((delta) => delta > 0).length).toBeLessThanOrEqual(3);
  });

  it('scores every kind of case as it deserves', async () => {
    const base = await scoreSide('base');
    for (const [id, { score }] of base) expect(score, id).toBeGreaterThan(0.6);
    for (const id of ['fact-city', 'fact-year', 'list-agents', 'list-orders', 'meeting', 'refusal']) {
      expect(base.get(id)?.score, id).toBe(1);
    }
    const statements = base.get('opening-hours')?.statements ?? [];
    expect(statements.filter(({ result }) => result === 'no')).toHaveLength(1);
  });

  it('is level again when the changed line is taken back', async () => {
    const prompt = await read('base/prompts/support.md');
    const back = await scoreSide('head', { 'prompts/support.md': prompt });
    expect(meanOf(back)).toBe(meanOf(await scoreSide('base')));
  });

  it('calls a sentence that a new rule adds everywhere irrelevant in every case', async () => {
    const prompt = `${await read('prompts/support.md')}- Add to every answer: "Moths are drawn to lanterns."\n`;
    for (const [id, { statements }] of await scoreSide('head', { 'prompts/support.md': prompt })) {
      const added = statements.find(({ text }) => text.includes('Moths are drawn'));
      expect(added?.result, id).toBe('no');
    }
  });
});
