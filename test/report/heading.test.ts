import { describe, expect, it } from 'vitest';
import type { ChangedFile } from '../../src/model/changed-file.js';
import type { PairedCase } from '../../src/model/comparison.js';
import { renderHeading, renderOverallHeading } from '../../src/report/model/heading.js';
import {
  createCase,
  createComparison,
  createDecision,
  createPairedCase,
  createRecord,
  createSample,
  createSuiteReport,
} from '../support/records.js';

const scored = ['a', 'b'].map((id) => createPairedCase(id, { baseScores: [100], headScores: [100] }));

describe('a mean', () => {
  it('of some cases only says of how many', () => {
    const comparison = createComparison({ pairs: [...scored, createPairedCase('c', { headScores: [] })] });
    expect(renderHeading(createSuiteReport({ comparison }))).toContain(' · relevancy 1.00 (2 of 3 cases)');
    const whole = createComparison({ pairs: scored });
    expect(renderHeading(createSuiteReport({ comparison: whole }))).toMatch(/ · relevancy 1\.00$/);
  });

  it('is of every scored answer, if there is nothing to compare with', () => {
    const answer = { status: 'answered', output: 'At nine.', toolCalls: [] } as const;
    const rows = [100, null].map((score, at) => ({ id: `q${at}`, input: 'When?', score, answer }));
    const comparison = createComparison({ pairs: [], added: rows });
    const suite = createSuiteReport({ comparison, baseline: { kind: 'none', because: 'absent' } });
    expect(renderHeading(suite)).toMatch(/ · relevancy 1\.00 \(1 of 2 cases\)$/);
  });
});

it('counts the answers that the scorer could score, with those that only one side has no score for', () => {
  const lone = createPairedCase('c', { baseScores: [100], headScores: [] });
  const nothing = ['d', 'e'].map((id) => createPairedCase(id, { baseScores: [], headScores: [] }));
  const fell = createPairedCase('f', { baseScores: [100], headScores: [0] });
  const rose = createPairedCase('f', { baseScores: [0], headScores: [100] });
  const headingOf = (pair: PairedCase, worse: readonly string[]) => {
    const comparison = createComparison({ pairs: [...scored, lone, ...nothing, pair] });
    const broke = { rule: 'broke', outcome: 'fails', numbers: { answers: 14, contradict: 0 } } as const;
    const decision = createDecision({
      outcome: worse.length > 0 ? 'fail' : 'pass',
      findings: worse.length > 0 ? [{ ...broke, caseIds: worse }] : [],
      worse,
    });
    return renderHeading(createSuiteReport({ comparison, decision }));
  };
  expect(headingOf(fell, ['f'])).toMatch(/^support: 1 of 4 answers became/);
  expect(headingOf(rose, [])).toMatch(/^support: 1 of 4 answers got better/);
});

it('no answer changed, if all are the same word for word', () => {
  const file: ChangedFile = { path: 'p.md', role: 'prompt', before: 'Be brief.', after: 'Be short.' };
  const recordOf = (output: string) =>
    createRecord({ cases: [createCase('a', { samples: [createSample({ output })] })] });
  const headingOf = (output: string) =>
    renderHeading(
      createSuiteReport({
        comparison: createComparison({ pairs: scored }),
        changedFiles: [file],
        base: recordOf('We open at nine.'),
        head: recordOf(output),
      }),
    );
  expect(headingOf('We open at nine.')).toMatch(/^support: no answer changed ·/);
  expect(headingOf('At nine we open.')).toMatch(/^support: no answer got worse ·/);
});

it('an unchanged suite is not counted among the scorers that were asked', () => {
  const part = createSuiteReport({ comparison: createComparison({ pairs: scored }) });
  const unchanged = { kind: 'unchanged', suite: 'chat', decision: createDecision(), notes: [] } as const;
  expect(renderOverallHeading([part, part, unchanged], 'scorer')).toBe('2 scorers pass, 1 suite unchanged');
  expect(renderOverallHeading([part, unchanged], 'suite')).toBe('2 suites pass');
});

describe('a change that nothing tests', () => {
  const model = { kind: 'model-in-code', path: 'src/answer.ts', model: 'gpt-6', measured: 'gpt-5' } as const;
  const files = { kind: 'unread-files', paths: ['app/a.md', 'app/b.md'], measured: 'p.md' } as const;
  const comparison = createComparison({ pairs: scored });

  it.each([
    [model, 'support: the new model in src/answer.ts is not tested'],
    [files, 'support: app/a.md and 1 more changed, and what is tested did not'],
    [{ ...files, paths: ['app/a.md'] }, 'support: app/a.md changed, and what is tested did not'],
  ])('is named instead of the pass: %j', (change, heading) => {
    const changes = [{ kind: 'task' } as const, change];
    expect(renderHeading(createSuiteReport({ comparison, changes }))).toBe(`${heading} · relevancy 1.00`);
    const unchanged = { kind: 'unchanged', suite: 'support', decision: createDecision(), notes: [] } as const;
    expect(renderHeading({ ...unchanged, changes })).toBe(heading);
  });

  it('is not named before answers that got worse', () => {
    const decision = createDecision({ worse: ['a'] });
    expect(renderHeading(createSuiteReport({ comparison, decision, changes: [files] }))).not.toContain(
      'app/',
    );
  });
});
