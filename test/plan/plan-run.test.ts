import { expect, test } from 'vitest';
import { resolveSettings } from '../../src/inputs/settings.js';
import { planRun } from '../../src/plan/plan-run.js';
import { renderCallEstimate } from '../../src/report/call-estimate.js';

const overrides = { prompt: 'p.md', dataset: 'd.jsonl', model: 'm', judgeModel: 'builtin' };

test.each([
  [
    'check',
    '5 cases × 1 head sample: 5 answers, no judge call; if the gate asks for more samples, up to 10 answers more',
  ],
  ['baseline', '5 cases × 3 samples: 15 answers, no judge call'],
] as const)('the plan of a %s tells what it costs', (purpose, line) => {
  const { suites } = resolveSettings({ config: null, configPath: null, overrides, env: {}, shell: 'cli' });
  const plans = suites.map((suite) => planRun({ suite, cases: 5, purpose, base: 'none' }));
  expect(plans.map((plan) => renderCallEstimate(plan))).toEqual([line]);
});
