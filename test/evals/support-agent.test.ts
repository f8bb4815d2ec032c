import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Case } from '../../src/model/case.js';
import { copySupport, readCases, runAgent, type Spoken, SUPPORT } from './support-folder.js';

let cases: readonly Case[];
let base: ReadonlyMap<string, Spoken>;

beforeAll(async () => {
  cases = await readCases();
  await using copy = await copySupport('base');
  base = (await runAgent(copy.folder, cases)).answers;
});

const said = (id: string) => base.get(id)?.output ?? `no answer for ${id}`;
const basePrompt = () => readFile(join(SUPPORT, 'base/prompts/support.md'), 'utf8');

/** What the agent says when its prompt has one more line. */
async function askWith(line: string, ids: readonly string[]) {
  const prompt = `${await basePrompt()}${line}\n`;
  await using copy = await copySupport('base', { 'prompts/support.md': prompt });
  const { answers, stderr } = await runAgent(
    copy.folder,
    cases.filter(({ id }) => ids.includes(id)),
  );
  return { said: ids.map((id) => answers.get(id)?.output ?? ''), stderr };
}

it('the dataset has at least 20 cases, of every kind', () => {
  expect(cases.length).toBeGreaterThanOrEqual(20);
  const tags = new Set(cases.flatMap((row) => row.tags));
  for (const tag of ['fact', 'email', 'tool', 'de', 'ja', 'refusal', 'table', 'code', 'multi-turn']) {
    expect(tags).toContain(tag);
  }
});

describe('the agent', () => {
  it('answers every case, and the same way again in another order', async () => {
    await using copy = await copySupport('base');
    const again = await runAgent(copy.folder, cases.toReversed());
    expect(again.stderr).toBe('');
    expect(base.size).toBe(cases.length);
    for (const { id } of cases) expect(again.answers.get(id), id).toEqual(base.get(id));
  });

  it.each([
    ['fact-city', /^\p{L}+$/u],
    ['email-lockout', /^Priority: high\nTopic: .*\nCustomer: .*\nRequest: .*\nNext step: .*$/],
    ['email-idea', /^Priority: low\n/],
    ['list-agents', /^.+\n.+\n.+$/],
    ['list-orders', /^No orders found\.$/],
    ['meeting', /Start: 15:00/],
    ['german-delivery', /Lieferung/],
    ['japanese-refund', /\p{Script=Hiragana}/u],
    ['refusal', /can't share/],
    ['plans-table', /^\| .+ \|\n\| --- /],
    ['export-code', /```sh\n.+\n```/],
    ['delivery-island', /island/],
  ])('answers %s in the form that its prompt asks for', (id, form) => {
    expect(said(id)).toMatch(form);
  });

  it("calls tools, and schedules a meeting in the calendar's next free slot", () => {
    expect(base.get('list-agents')?.toolCalls?.[0]?.name).toBe('list_agents');
    expect(base.get('meeting')?.toolCalls?.[0]).toMatchObject({
      name: 'create_event',
      arguments: { start: '14:00' },
      result: { start: '15:00' },
    });
  });

  it('reports a broken request and goes on', async () => {
    await using copy = await copySupport('base');
    const broken = { ...cases[0], id: 'broken', input: null } as unknown as Case;
    const { answers } = await runAgent(copy.folder, [broken, ...cases.slice(0, 1)]);
    expect(answers.get('broken')).toHaveProperty('error');
    expect(answers.get(cases[0]?.id ?? '')?.output).toBe(said(cases[0]?.id ?? ''));
  });
});

describe('an instruction in the prompt file', () => {
  it.each([
    [
      '- Add to every answer: "Zebras are striped."',
      ['theft', 'fact-city', 'email-idea', 'list-agents', 'plans-table'],
      /Zebras are striped\.$/,
    ],
    [
      '- Begin answers about repairs with: "Zebras are striped."',
      ['repair-brakes'],
      /^Zebras are striped\. /,
    ],
    [
      '- In answers about insurance, replace the last sentence by: "Zebras are striped."',
      ['theft'],
      /^(?!.*100 euros).*Zebras are striped\.$/,
    ],
    ['- Do not mention the police.', ['theft'], /^(?!.*police)/],
    ['- Use at most one sentence.', ['theft', 'cancel'], /^[^.]+\.$/],
    ['- Decline questions about theft with: "No."', ['theft'], /^No\.$/],
  ])('%s', async (line, ids, wanted) => {
    const { said: texts, stderr } = await askWith(line, ids);
    for (const text of texts) expect(text).toMatch(wanted);
    expect(stderr).toBe('');
    for (const id of ids) expect(said(id)).not.toMatch(wanted);
  });

  it('is left out and named where it is not understood', async () => {
    const { said: texts, stderr } = await askWith('- Be kind and a little mysterious.', ['cancel']);
    expect(texts).toEqual([said('cancel')]);
    expect(stderr).toContain('Be kind and a little mysterious.');
  });
});

it('the agent says what the handbook says now', async () => {
  const handbook = (await readFile(join(SUPPORT, 'handbook.md'), 'utf8')).replace(
    'within five working days',
    'within nine working days',
  );
  await using copy = await copySupport('base', { 'handbook.md': handbook });
  const { answers } = await runAgent(copy.folder, cases);
  expect(answers.get('refund-when')?.output).toContain('nine working days');
});
