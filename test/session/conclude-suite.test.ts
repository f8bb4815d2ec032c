import { describe, expect, it } from 'vitest';
import { decideSuite } from '../../src/decide/conclude.js';
import { ProviderError } from '../../src/model/errors.js';
import type { CaseRecord, RunRecord } from '../../src/model/run-record.js';
import type { VerdictLabel } from '../../src/model/verdict.js';
import { planCheckCalls } from '../../src/produce/plan-run.js';
import { SideFiles } from '../../src/produce/side-files.js';
import { concludeSuite } from '../../src/session/conclude-suite.js';
import type { MeasuredSuite } from '../../src/session/measure-suite.js';
import { type CompareData, compareReply, saidBy } from '../support/compare-judge.js';
import { type FakeChat, fakeChat, readData } from '../support/judges.js';
import {
  createBaseline,
  createCase,
  createRecord,
  createSample,
  createStatement,
} from '../support/records.js';
import {
  createEffects,
  createPreparedSuite,
  createProducePlan,
  createRow,
  createSuite,
  LLM_JUDGE,
} from '../support/suites.js';

const SUITE = createSuite({ judge: LLM_JUDGE });

type Said = readonly (readonly [text: string, result: VerdictLabel])[];

const rowOf = (id: string, runs: readonly Said[]): CaseRecord =>
  createCase(id, {
    samples: runs.map((said) =>
      createSample({ statements: said.map(([text, result]) => createStatement(text, result)) }),
    ),
  });

const BASE: Said = [
  ['You can return it within 14 days.', 'yes'],
  ['A receipt is needed.', 'yes'],
  ['Returns by post are free.', 'yes'],
  ['Our founder likes to sail around the island.', 'no'],
];
const HEAD: Said = [
  ['Bring the receipt, and come back in two weeks at the latest.', 'yes'],
  ['The boss is often out on her yacht.', 'no'],
];

/** Which words mean the same. */
const MEANS: Readonly<Record<string, string>> = {
  'You can return it within 14 days.': 'come back in two weeks',
  'A receipt is needed.': 'Bring the receipt',
  'The boss is often out on her yacht.': 'founder likes to sail',
};

const means = (text: string, others: Readonly<Record<string, string>>, otherwise: string) => {
  const words = MEANS[text];
  return words === undefined ? otherwise : saidBy(words, others, otherwise);
};

function judge(): FakeChat {
  return fakeChat(({ messages }) =>
    compareReply(
      readData<CompareData>(messages),
      (text, answer) => means(text, answer, 'dropped'),
      (text, earlier) => means(text, earlier, 'new'),
    ),
  );
}

function conclude(
  chat: FakeChat,
  { side, judging, journal }: ReturnType<typeof createProducePlan>,
  records: Readonly<Record<'base' | 'head', RunRecord>>,
  suite = SUITE,
) {
  const prepared = createPreparedSuite(suite, side.cases, { head: side });
  const effects = createEffects(chat);
  const measured: MeasuredSuite = {
    ...prepared,
    calls: planCheckCalls(prepared, { kind: 'record', again: null }),
    scorerCount: 1,
    isMerged: false,
    baseline: { used: createBaseline(), ranNow: false, notes: [], review: [], discarded: null },
    records,
  };
  const files = new SideFiles('', effects);
  const dispose = async () => {};
  const tools = { judging: { ...judging, changes: [], review: [], [Symbol.asyncDispose]: dispose } };
  return concludeSuite(measured, { ...tools, journal, files, effects, [Symbol.asyncDispose]: dispose });
}

async function ask(chat: FakeChat, suite = SUITE) {
  const cases = ['a', 'b'].map((id) => createRow(id));
  const asked = createProducePlan(suite, cases, { folder: '.', chat });
  const plain: Said = [['The kitchen closes long before midnight.', 'yes']];
  const base = createRecord({ cases: [rowOf('a', [BASE]), rowOf('b', [plain])] });
  const head = createRecord({ cases: [rowOf('a', [HEAD]), rowOf('b', [plain])] });
  const { conclusions, evidence } = await conclude(chat, asked, { base, head }, suite);
  const changes = conclusions[0]?.comparison.pairs[0]?.statements ?? [];
  return {
    told: changes.map(({ kind, text }) => `${kind}: ${text}`),
    gate: conclusions[0]?.gate.kind,
    usage: evidence.head.usage.judge,
    stopped: evidence.head.stopped,
  };
}

describe('what words do not find on the other side', () => {
  it('is compared by the judge before the gate is heard, in one call for an answer', async () => {
    const chat = judge();
    const { told, gate, usage } = await ask(chat);
    expect(told).toEqual([
      'lost: Returns by post are free.',
      'still-irrelevant: The boss is often out on her yacht.',
    ]);
    expect(gate).toBe('decided');
    expect(chat.requests).toHaveLength(1);
    expect(usage.calls).toBe(1);
  });

  it('stays unknown where the judge cannot be had: the gate decides all the same', async () => {
    const chat = fakeChat(() => {
      throw new ProviderError('the budget was used up', { kind: 'budget' });
    });
    const { told, gate, stopped } = await ask(chat);
    expect(told).toEqual([
      'newly-irrelevant: The boss is often out on her yacht.',
      ...BASE.slice(0, 3).map(([text]) => `lost: ${text}`),
      'no-longer-irrelevant: Our founder likes to sail around the island.',
    ]);
    expect({ gate, stopped }).toEqual({ gate: 'decided', stopped: null });
  });

  it('is not searched by the judge that knows nothing but words', async () => {
    const chat = judge();
    const suite = { ...SUITE, judge: { ...SUITE.judge, model: 'builtin' } };
    expect((await ask(chat, suite)).told).toContain('lost: A receipt is needed.');
    expect(chat.requests).toEqual([]);
  });
});

describe('several differently worded base runs', () => {
  const run = (version: number, ...facts: readonly string[]): Said =>
    facts.map((fact) => [`The ${fact} (v${version}).`, 'yes']);
  const FACTS = ['refund', 'receipt', 'card', 'post'];
  const ids = Array.from({ length: 12 }, (_, index) => `c${index}`);

  /** Finds each fact in whatever version an answer has it. */
  function factJudge() {
    return fakeChat(({ messages }) => {
      const find = (otherwise: string) => (text: string, others: Readonly<Record<string, string>>) =>
        saidBy(new RegExp(`The ${text.split(' ')[1]} \\(v\\d\\)`), others, otherwise);
      return compareReply(readData<CompareData>(messages), find('dropped'), find('new'));
    });
  }

  async function compare(chat: FakeChat, plan: ReturnType<typeof createProducePlan>, head: RunRecord) {
    const base = createRecord({
      cases: ids.map((id) => rowOf(id, [run(1, ...FACTS), run(2, ...FACTS), run(3, ...FACTS)])),
    });
    const before = chat.requests.length;
    const { conclusions } = await conclude(chat, plan, { base, head });
    const changes = decideSuite(conclusions).comparison.pairs.flatMap((each) => each.statements);
    return {
      calls: chat.requests.length - before,
      changes: changes.map(({ kind, text, base, confirmed }) => ({ kind, text, runs: base.runs, confirmed })),
    };
  }

  it('cost one call for each head answer, and for each case with a dropped fact one more, once', async () => {
    const chat = factJudge();
    const plan = createProducePlan(
      SUITE,
      ids.map((id) => createRow(id)),
      { folder: '.', chat },
    );
    const headOf = (version: number, runs: number, dropping: number) =>
      createRecord({
        cases: ids.map((id, at) => {
          const facts = at < dropping ? FACTS.slice(0, 3) : FACTS;
          return rowOf(
            id,
            Array.from({ length: runs }, (_, index) => run(version + index, ...facts)),
          );
        }),
      });
    expect(await compare(chat, plan, headOf(4, 1, 0))).toEqual({ calls: 12, changes: [] });
    const lost = { kind: 'lost', text: 'The post (v1).', runs: 3 };
    expect(await compare(chat, plan, headOf(5, 1, 2))).toEqual({
      calls: 12 + 2,
      changes: Array.from({ length: 2 }, () => ({ ...lost, confirmed: false })),
    });
    // A later head needs no further call about the base. With three runs, a second call confirms.
    expect(await compare(chat, plan, headOf(6, 1, 2))).toMatchObject({ calls: 12 });
    expect(await compare(chat, plan, headOf(7, 3, 2))).toEqual({
      calls: 36 + 2,
      changes: Array.from({ length: 2 }, () => ({ ...lost, confirmed: true })),
    });
  });
});
