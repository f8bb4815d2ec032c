import { describe, expect, it } from 'vitest';
import { ScriptedLab, type ScriptedSuite } from '../../bench/coverage/scripted-agent.js';
import { measureCoverage, NEAREST_CASES } from '../../src/coverage/measure-coverage.js';

const subjectOf = (at: number) => `subject${at}`;
const ruleOf = (at: number) => `- Asked about ${subjectOf(at)}, say: it takes ${at + 2} days.`;
const wordsOf = (at: number) => `it takes ${at + 2} days.`;

/** `blocks` rules, and cases that ask about the first `asked` of them in turn. */
function suiteOf(
  { blocks, asked, cases }: { readonly blocks: number; readonly asked: number; readonly cases: number },
  more: Partial<ScriptedSuite> = {},
): ScriptedSuite {
  return {
    prompt: Array.from({ length: blocks }, (_each, at) => ruleOf(at)).join('\n\n'),
    cases: Array.from({ length: cases }, (_each, at) => ({
      id: `case-${at}`,
      question: `What about ${subjectOf(at % asked)}?`,
    })),
    ...more,
  };
}

describe('measureCoverage', () => {
  it('without noise, the map of 18 blocks and 30 cases is exactly right', async () => {
    const lab = new ScriptedLab(suiteOf({ blocks: 18, asked: 14, cases: 30 }));
    const { blocks } = await measureCoverage(lab.plan, lab.ask);
    expect(blocks.map(({ state }) => state)).toEqual([
      ...Array.from({ length: 14 }, () => 'noticed'),
      ...Array.from({ length: 4 }, () => 'unnoticed'),
    ]);
    expect(blocks[3]).toMatchObject({
      path: 'prompts/support.md',
      lines: { first: 7, last: 7 },
      text: ruleOf(3),
      noticedBy: [{ caseId: 'case-3', effect: 'lost-fact', text: wordsOf(3) }],
    });
    expect(blocks[17]).toMatchObject({ asked: 30, noticedBy: [] });
  });

  it('a block is done at its first case that notices; --all asks every case', async () => {
    const first = new ScriptedLab(suiteOf({ blocks: 2, asked: 1, cases: 12 }));
    const { blocks } = await measureCoverage(first.plan, first.ask);
    expect(blocks[0]?.noticedBy).toHaveLength(1);
    expect(blocks[0]?.asked).toBe(5);
    const every = new ScriptedLab(suiteOf({ blocks: 2, asked: 1, cases: 12 }));
    const map = await measureCoverage({ ...every.plan, all: true }, every.ask);
    expect(map.blocks[0]?.noticedBy).toHaveLength(12);
    expect(map.blocks[0]?.asked).toBe(12);
    expect(every.answers).toBeGreaterThan(first.answers);
  });

  it(`asks the ${NEAREST_CASES} nearest of many cases, and about 40 answers for a block that nobody notices`, async () => {
    const lab = new ScriptedLab(suiteOf({ blocks: 2, asked: 1, cases: 300 }));
    const { blocks } = await measureCoverage(lab.plan, lab.ask);
    expect(blocks[1]).toMatchObject({ state: 'unnoticed', asked: NEAREST_CASES });
    const one = new ScriptedLab({
      ...suiteOf({ blocks: 1, asked: 1, cases: 300 }),
      prompt: 'Be kind.\n\nBe short.',
    });
    await measureCoverage(one.plan, one.ask);
    expect(one.answers).toBe(2 * NEAREST_CASES);
  });

  it('one more answer per side for each doubling from 100 cases', async () => {
    const noticed = async (cases: number) => {
      const lab = new ScriptedLab(suiteOf({ blocks: 2, asked: cases, cases }));
      const { blocks } = await measureCoverage(lab.plan, lab.ask);
      return { state: blocks[0]?.state, answers: lab.answers };
    };
    const [few, many] = [await noticed(99), await noticed(100)];
    expect([few.state, many.state]).toEqual(['noticed', 'noticed']);
    expect(many.answers - few.answers).toBe(2 * 2);
  });

  it('a spent budget ends it with what is known', async () => {
    const lab = new ScriptedLab(suiteOf({ blocks: 6, asked: 3, cases: 30 }));
    lab.budget = 90;
    const { blocks } = await measureCoverage(lab.plan, lab.ask);
    const states = blocks.map(({ state }) => state);
    expect(states.slice(0, 3)).toEqual(['noticed', 'noticed', 'noticed']);
    expect(states.at(-1)).toBe('unfinished');
    expect(lab.answers).toBe(90);
  });

  it('the harmless edit is asked of the same number of cases', async () => {
    const suite = suiteOf({ blocks: 2, asked: 2, cases: 40 });
    const prompt = `# Rules\n\n${suite.prompt}`;
    const lab = new ScriptedLab({ ...suite, prompt });
    const { placebo } = await measureCoverage(lab.plan, lab.ask);
    expect(placebo).toEqual({
      path: 'prompts/support.md',
      edit: 'heading-renamed',
      line: 1,
      asked: NEAREST_CASES,
      noticedBy: [],
    });
    const none = new ScriptedLab(suite);
    expect((await measureCoverage(none.plan, none.ask)).placebo).toBeNull();
  });
});
