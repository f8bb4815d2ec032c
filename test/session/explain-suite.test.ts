import { describe, expect, it } from 'vitest';
import { compareRecords } from '../../src/decide/compare/compare-records.js';
import type { ChangedFile } from '../../src/model/changed-file.js';
import { type Log, SILENT_LOG } from '../../src/model/effects.js';
import { ProviderError } from '../../src/model/errors.js';
import type { Explanation } from '../../src/model/explanation.js';
import type { Finding } from '../../src/model/finding.js';
import type { FileReader } from '../../src/model/repository.js';
import type { RunRecord } from '../../src/model/run-record.js';
import type { Side } from '../../src/model/side.js';
import { type Budget, NO_BUDGET } from '../../src/model/spending.js';
import type { TargetSettings } from '../../src/model/target-settings.js';
import { openJournals } from '../../src/produce/journal.js';
import { planCheckCalls } from '../../src/produce/plan-run.js';
import { produce } from '../../src/produce/produce.js';
import type { ConcludedSuite } from '../../src/session/conclude-suite.js';
import { explainSuite } from '../../src/session/explain-suite.js';
import {
  type ExplanationPlan,
  explainWithoutAsking,
  planExplanation,
} from '../../src/session/plan-explanation.js';
import { createFolder } from '../support/folder.js';
import { fakeChat, type Said } from '../support/judges.js';
import { createBaseline, createDecision, createSuiteReport, SCORER } from '../support/records.js';
import {
  createEffects,
  createPreparedSuite,
  createProducePlan,
  createRow,
  createSide,
  createSuite,
} from '../support/suites.js';

const CAT = 'Our cat sends her love.';
const TOPICS = ['lamps', 'chairs', 'tables', 'shelves'];
const CASES = TOPICS.map((topic) => createRow(topic, { input: `What is the price of ${topic}?` }));

const BASE = 'Answer the question.\n\nName the price.\n\nBe kind.\n';
/** Three changed paragraphs, of which the last brings the cat. */
const HEAD = `Answer the customer's question.\n\nName the price at once.\n\nBe kind.\n\nSay: ${CAT}\n`;

type Agent = (prompt: string, topic: string, call: number) => Said;

/** Says the price, and whatever the prompt tells it to say. */
const OBEDIENT: Agent = (prompt, topic, call) => {
  const said = [...prompt.matchAll(/^Say: (.+)$/gm)].map(([, sentence]) => sentence);
  return [`The price of ${topic} is ${20 + (call % 3)} euros.`, ...said].join(' ');
};

function createChat(agent: Agent) {
  return fakeChat(({ messages }, call) => {
    const prompt = messages
      .filter(({ role }) => role === 'system')
      .map(({ content }) => content)
      .join('\n');
    const topic = /of (\w+)\?/.exec(messages.at(-1)?.content ?? '')?.[1] ?? '';
    return agent(prompt, topic, call);
  });
}

function readerOf(text: string): FileReader {
  return { name: 'files of the test', read: async () => text };
}

type Given = {
  readonly agent?: Agent;
  readonly base?: string;
  readonly head?: string;
  readonly prompt?: string;
  /** Instead of the prompt. */
  readonly target?: TargetSettings;
  readonly finding?: Partial<Finding>;
};

const ids = TOPICS.slice(0, 3);

/** A check that was measured with the agent, and is red for the sentence about the cat. */
async function setUp({
  agent = OBEDIENT,
  base = BASE,
  head = HEAD,
  prompt = 'prompt.md',
  target,
  finding = {},
}: Given = {}) {
  const suite = createSuite({ target: { kind: 'prompt', prompt, model: 'agent', parameters: {} } });
  const chat = createChat(agent);
  const effects = createEffects(chat);
  const sideOf = (name: 'base' | 'head', text: string) => ({
    ...createSide(suite, CASES),
    name,
    reader: readerOf(text),
  });
  const measure = (side: Side): Promise<RunRecord> =>
    produce({ ...createProducePlan(suite, CASES, { folder: '.' }), side }, effects);
  const sides = { base: sideOf('base', base), head: sideOf('head', head) };
  const records = { base: await measure(sides.base), head: await measure(sides.head) };
  const own = target === undefined ? {} : { target };
  const prepared = createPreparedSuite(suite, CASES, {
    base: { ...sides.base, ...own },
    head: { ...sides.head, ...own },
  });
  const concluded: ConcludedSuite = {
    ...prepared,
    calls: planCheckCalls(prepared, { kind: 'record', again: null }),
    scorerCount: 1,
    isMerged: false,
    baseline: { used: createBaseline(), ranNow: false, notes: [], review: [], discarded: null },
    records,
    conclusions: [],
    evidence: { ...records, today: null, secondLooks: new Map(), matches: null },
  };
  const red = {
    rule: 'sentence',
    outcome: 'fails',
    caseIds: ids,
    statement: CAT,
    numbers: { gained: 3, lost: 0, p: 0.01 },
    ...finding,
  } as Finding;
  const file: ChangedFile = { path: prompt, role: 'prompt', before: base, after: head };
  const report = createSuiteReport({
    ...records,
    comparison: compareRecords({ ...records, scorer: SCORER }),
    decision: createDecision({ findings: [red] }),
    changedFiles: [file],
  });
  return { plan: planExplanation(concluded, report, { yellow: false }), chat, effects };
}

function needed(plan: ExplanationPlan | null): ExplanationPlan {
  if (plan === null) throw new Error('there is nothing to explain');
  return plan;
}

type Limits = {
  /** Of the explanation. */
  readonly maxCalls?: number;
  /** Calls that the whole run has left. */
  readonly left?: number;
  readonly signal?: AbortSignal;
  /** Folder of the journal. */
  readonly journal?: string;
  readonly log?: Log;
};

async function explain(
  given: Given = {},
  { maxCalls = 1_000, left = 1_000, signal, journal, log }: Limits = {},
): Promise<{ readonly explanation: Explanation | undefined; readonly asked: number }> {
  const { plan, chat, effects } = await setUp(given);
  const before = chat.requests.length;
  const countAsked = () => chat.requests.length - before;
  const budget: Budget = {
    ...NO_BUDGET,
    left: () => ({
      calls: left - countAsked(),
      maxCalls: left,
      isDefault: false,
      tokens: 0,
      maxTokens: null,
    }),
  };
  const place = journal === undefined ? null : { folder: journal, boundTo: ['pull 7'] };
  let minutes = 0;
  const limited = {
    ...effects,
    ...(log !== undefined && { log, now: () => new Date(60_000 * minutes++) }),
    budget,
    journals: openJournals(place, effects),
    ...(signal !== undefined && { signal }),
  };
  const [explanation] = await explainSuite(needed(plan), maxCalls, limited);
  return { explanation, asked: countAsked() };
}

describe('the plan', () => {
  it('needs a base to compare with, an agent that can be asked with other files, and a finding', async () => {
    expect((await setUp()).plan?.change.hunks).toHaveLength(3);
    expect((await setUp({ finding: { outcome: 'worse' } })).plan).toBeNull();
    expect((await setUp({ target: { kind: 'recorded', recorded: 'a.jsonl' } })).plan).toBeNull();
  });

  it('needs no answer for one changed paragraph, nor for none', async () => {
    const one = await setUp({ head: `${BASE}\nSay: ${CAT}\n` });
    expect(explainWithoutAsking(needed(one.plan))).toMatchObject([
      { kind: 'only-change', hunks: [{ lines: [{ path: 'prompt.md', line: 7, endLine: 7 }] }] },
    ]);
    const none = await setUp({ head: BASE.replaceAll('\n\n', '\n\n\n'), agent: always(CAT) });
    expect(explainWithoutAsking(needed(none.plan))).toMatchObject([{ kind: 'none', because: 'no-change' }]);
    expect(explainWithoutAsking(needed((await setUp()).plan))).toBeNull();
  });
});

/** Only its first answers, those of the base, are without the sentence. */
function always(sentence: string): Agent {
  return (_, topic, call) =>
    `The price of ${topic} is ${call} euros.${call < CASES.length ? '' : ` ${sentence}`}`;
}

describe('the progress', () => {
  const readProgress = async (more: Partial<Log>) => {
    const lines: string[] = [];
    const add = (line: string) => void lines.push(line);
    const log = { ...SILENT_LOG, info: add, ...(more.status !== undefined && { status: add }) };
    await explain({}, { log });
    return lines.filter((line) => /cause/.test(line));
  };

  it.each([{}, { status: () => {} }])('names the tested paragraphs and the calls: %o', async (more) => {
    const lines = await readProgress(more);
    expect(lines[0]).toBe('Looking for the cause: 3 changed paragraphs, 3 cases, at most 432 calls.');
    expect(lines[1]).toMatch(/^Looking for the cause: 1 of 3 changed paragraphs tested, \d+ answers so far$/);
    expect(lines.at(-1)).toBe('Found a cause: asking 4 cases without it.');
  });
});

describe('the explanation', () => {
  it('names the paragraph, and measures the repair with all cases of the suite', async () => {
    const { explanation } = await explain();
    expect(explanation).toMatchObject({
      kind: 'named',
      relation: 'alone',
      hunks: [{ lines: [{ path: 'prompt.md', line: 7, endLine: 7, added: ['', `Say: ${CAT}`] }] }],
      repair: { cases: 4, suggestion: { path: 'prompt.md', line: 6, endLine: 7, lines: [] } },
    });
  });

  it('claims no repair if it makes another case worse', async () => {
    // Without the changed last paragraph, one case gets no price.
    const agent: Agent = (prompt, topic, call) =>
      topic === 'shelves' && !prompt.includes('Say:') && call >= 2 * CASES.length
        ? 'The weather is fine in Rome.'
        : OBEDIENT(prompt, topic, call);
    expect((await explain({ agent })).explanation).toMatchObject({ kind: 'named', repair: null });
  });

  it('does not count one bad answer of the repaired prompt that does not come again', async () => {
    // The head's answer about shelves has no cat, so one answer of four without a price would weigh.
    let bad = 0;
    const agent: Agent = (prompt, topic, call) => {
      if (topic === 'shelves' && prompt.includes('Say:')) return 'The price of shelves is 20 euros.';
      if (topic !== 'shelves' || prompt.includes('Say:') || call < 2 * CASES.length) {
        return OBEDIENT(prompt, topic, call);
      }
      bad += 1;
      return bad === 1 ? 'The weather is fine in Rome.' : OBEDIENT(prompt, topic, call);
    };
    expect((await explain({ agent })).explanation).toMatchObject({ kind: 'named', repair: { cases: 4 } });
    expect(bad).toBeGreaterThan(1);
  });

  it('claims no repair if a case that is not tested keeps the sentence', async () => {
    const agent: Agent = (prompt, topic, call) => {
      const answer = OBEDIENT(prompt, topic, call);
      return topic === 'tables' && call >= 2 * CASES.length ? `${answer} ${CAT}` : answer;
    };
    const { explanation } = await explain({ agent });
    expect(explanation).toMatchObject({ kind: 'named', caseIds: ['lamps', 'chairs', 'tables'], naming: 2 });
    expect(explanation).toMatchObject({ repair: null });
  });

  it('names nothing if the answers do not follow a paragraph', async () => {
    const { explanation } = await explain({ agent: always(CAT) });
    expect(explanation).toMatchObject({ kind: 'none', because: 'no-single-change' });
  });

  it('ends before the calls that are not allowed', async () => {
    const { explanation, asked } = await explain({}, { maxCalls: 10 });
    expect(explanation).toMatchObject({ kind: 'none', because: 'budget' });
    expect(asked).toBeLessThanOrEqual(10);
    const left = await explain({}, { left: 5 });
    expect(left.explanation).toMatchObject({ kind: 'none', because: 'budget' });
    expect(left.asked).toBeLessThanOrEqual(5);
  });

  it('goes on from the journal, and asks nothing twice', async () => {
    const journal = createFolder();
    const whole = await explain();
    const ended = await explain({}, { left: 20, journal });
    expect(ended.explanation).toMatchObject({ kind: 'none', because: 'budget' });
    expect(ended.asked).toBeGreaterThan(10);
    const next = await explain({}, { journal });
    expect(next.explanation).toMatchObject({ kind: 'named' });
    expect(ended.asked + next.asked).toBe(whole.asked);
  });

  it('is not claimed if the provider fails, or the run is cancelled', async () => {
    const failing: Agent = (prompt, topic, call) =>
      call < 2 * CASES.length
        ? OBEDIENT(prompt, topic, call)
        : new ProviderError('401: no such key', { kind: 'unauthorized' });
    expect((await explain({ agent: failing })).explanation).toMatchObject({
      kind: 'none',
      because: 'failed',
    });
    const cancelled = await explain({}, { signal: AbortSignal.abort() });
    expect(cancelled).toMatchObject({ explanation: { kind: 'none', because: 'stopped' }, asked: 0 });
    const controller = new AbortController();
    const stopping: Agent = (prompt, topic, call) => {
      if (call > 2 * CASES.length)
        controller.abort(new ProviderError('the run was cancelled', { kind: 'aborted' }));
      return OBEDIENT(prompt, topic, call);
    };
    const stopped = await explain({ agent: stopping }, { signal: controller.signal });
    expect(stopped.explanation).toMatchObject({ kind: 'none', because: 'stopped' });
  });

  it('counts a mixture of files that cannot be used against the paragraph', async () => {
    const messageOf = (content: string) => JSON.stringify({ role: 'system', content });
    const base = `{"messages": [\n${messageOf('Be kind.')},\n${messageOf('Name the price.')}\n]}\n`;
    const head = `[\n${messageOf('Be kind.')},\n${messageOf(`Say: ${CAT}`)}\n]\n`;
    const { explanation, asked } = await explain({ base, head, prompt: 'prompt.json' });
    expect(explanation).toMatchObject({ kind: 'none', because: 'no-single-change' });
    expect(asked).toBe(0);
  });
});
