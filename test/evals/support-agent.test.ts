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

describe('the dataset', () => {
  it('has at least 20 cases of every kind', () => {
    expect(cases.length).toBeGreaterThanOrEqual(20);
    const tags = new Set(cases.flatMap((row) => row.tags));
    for (const tag of ['fact', 'email', 'tool', 'de', 'ja', 'refusal', 'table', 'code', 'multi-turn'])
      expect(tags).toContain(tag);
    expect(cases.filter((row) => row.tags.includes('email')).length).toBeGreaterThanOrEqual(3);
    expect(cases.some((row) => row.history.length > 0)).toBe(true);
  });
});

describe('the agent', () => {
  it('answers every case, and the same way again in another order', async () => {
    await using copy = await copySupport('base');
    const again = await runAgent(copy.folder, cases.toReversed());
    expect(again.stderr).toBe('');
    expect(base.size).toBe(cases.length);
    for (const { id } of cases) expect(again.answers.get(id), id).toEqual(base.get(id));
  });

  it('answers a short factual question with one word', () => {
    expect(said('fact-city')).toMatch(/^\p{L}+$/u);
  });

  it('turns emails into triage summaries', () => {
    for (const { id } of cases.filter((row) => row.tags.includes('email'))) {
      expect(
        said(id)
          .split('\n')
          .map((line) => line.split(':')[0]),
      ).toEqual(['Priority', 'Topic', 'Customer', 'Request', 'Next step']);
    }
    expect(said('email-lockout')).toContain('Priority: high');
    expect(said('email-idea')).toContain('Priority: low');
  });

  it('answers requests to list by a tool', () => {
    expect(base.get('list-agents')?.toolCalls?.[0]?.name).toBe('list_agents');
    expect(said('list-agents').split('\n')).toHaveLength(3);
    expect(said('list-orders')).toBe('No orders found.');
  });

  it("schedules a meeting in the tool's next free slot", () => {
    const call = base.get('meeting')?.toolCalls?.[0];
    expect(call).toMatchObject({
      name: 'create_event',
      arguments: { start: '14:00' },
      result: { start: '15:00' },
    });
    expect(said('meeting')).toContain('Start: 15:00');
  });

  it('answers in German and in Japanese', () => {
    expect(said('german-delivery')).toMatch(/Lieferung/);
    expect(said('japanese-refund')).toMatch(/\p{Script=Hiragana}/u);
  });

  it('declines, shows a table, shows code, and follows a conversation', () => {
    expect(said('refusal')).toMatch(/can't share/);
    expect(said('plans-table')).toMatch(/^\| .+ \|\n\| --- /);
    expect(said('export-code')).toMatch(/```sh\n.+\n```/);
    expect(said('delivery-island')).toMatch(/island/);
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
    ['- Always say "Zebras are striped."', ['theft', 'japanese-refund'], /Zebras are striped\.$/],
    [
      '- Add the sentence "Zebras are striped." to answers about insurance.',
      ['theft'],
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
    ['- Never say "police".', ['theft'], /^(?!.*police)/],
    ['- Use at most one sentence.', ['theft', 'cancel'], /^[^.]+\.$/],
    ['- Decline questions about theft with: "No."', ['theft'], /^No\.$/],
  ])('%s', async (line, ids, wanted) => {
    const { said: texts, stderr } = await askWith(line, ids);
    for (const text of texts) expect(text).toMatch(wanted);
    expect(stderr).toBe('');
    for (const id of ids) expect(said(id)).not.toMatch(wanted);
  });

  it('reaches only the answers that it names', async () => {
    const { said: texts } = await askWith('- Add to answers about insurance: "Zebras are striped."', [
      'cancel',
      'fact-city',
    ]);
    expect(texts).toEqual([said('cancel'), said('fact-city')]);
  });

  it('is left out and named where it is not understood', async () => {
    const { said: texts, stderr } = await askWith('- Be kind and a little mysterious.', ['cancel']);
    expect(texts).toEqual([said('cancel')]);
    expect(stderr).toContain('Be kind and a little mysterious.');
  });

  it.each([
    ['with one word', 'fact-city', /: /],
    ['as a table', 'plans-table', /^(?!\|)/],
    ['code block', 'export-code', /^(?!.*```)/s],
    ['triage summary', 'email-lockout', /^(?!Priority)/],
    ['list_agents', 'list-agents', /^(?!- )/],
    ['create_event', 'meeting', /^(?!Title)/],
    ['Decline', 'refusal', /^(?!I can't)/],
    ['language of the question', 'german-delivery', /^(?!Die )/],
  ])('matters: without the line “%s” the case %s is answered otherwise', async (part, id, wanted) => {
    const lines = (await basePrompt()).split('\n').filter((line) => !line.includes(part));
    await using copy = await copySupport('base', { 'prompts/support.md': lines.join('\n') });
    const { answers } = await runAgent(
      copy.folder,
      cases.filter((row) => row.id === id),
    );
    expect(answers.get(id)?.output).not.toBe(said(id));
    expect(answers.get(id)?.output).toMatch(wanted);
  });
});

describe('handbook and dataset', () => {
  it('answers a new question about a topic of the handbook', async () => {
    const row = {
      ...cases[0],
      id: 'new',
      input: 'Are repairs of the battery included?',
      history: [],
    } as Case;
    await using copy = await copySupport('base');
    expect((await runAgent(copy.folder, [row])).answers.get('new')?.output).toMatch(/Repairs are included/);
  });

  it('says what the handbook says now', async () => {
    const handbook = (await readFile(join(SUPPORT, 'handbook.md'), 'utf8')).replace(
      'within five working days',
      'within nine working days',
    );
    await using copy = await copySupport('base', { 'handbook.md': handbook });
    const { answers } = await runAgent(copy.folder, cases);
    expect(answers.get('refund-when')?.output).toContain('nine working days');
  });
});
