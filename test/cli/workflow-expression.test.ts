import { expect, it } from 'vitest';
import { evaluateCondition, evaluateExpression, fillText } from '../../src/cli/lint/workflow-expression.js';

const CONTEXT = {
  github: { event_name: 'push', event: { action: null, inputs: null, label: { name: 'Evals' } }, run: 3 },
};

it.each<[string, boolean | undefined]>([
  ["github.event_name == 'push'", true],
  [`\${{ github.event_name != 'push' }}`, false],
  ["github.event_name == 'PUSH'", true],
  ["!(github.event_name == 'push')", false],
  ["github.event_name == 'push' && !github.event.inputs.sha", true],
  ["github.event.inputs.sha == ''", true],
  ['github.event.action', false],
  ['github.run == 3 && github.run', true],
  ["github.event_name == 'push' && (vars.A || github.event_name == 'x')", undefined],
  ["github.event_name == 'x' && (vars.A || vars.B)", false],
  ["github.event_name == 'x' || vars.A == 'b'", undefined],
  ["vars.A == 'b' || github.event_name == 'push'", true],
  ['vars.A && false', false],
  ['always() && !cancelled()', true],
  ['failure()', false],
  ["contains(github.event.label.name, 'EVAL')", true],
  ['contains(fromJSON(\'["push", "x"]\'), github.event_name)', true],
  ["contains(github.event.labels.*.name, 'a')", undefined],
  ["startsWith(github.event_name, 'pu') && endsWith(github.event_name, 'sh')", true],
  ["github['event_name'] == 'push'", true],
  ["github.event.label.name == 'it''s'", false],
  ['hashFiles(`x`)', undefined],
  ['github.run > 2', undefined],
  [`\${{ vars.A }} == 'b'`, undefined],
  ['(((', undefined],
  ['', undefined],
])('the condition %s', (text, expected) => {
  expect(evaluateCondition(text, CONTEXT)).toBe(expected);
});

it("an alternative's own value is not known with its condition", () => {
  expect(evaluateExpression("vars.A && 'stored' || 'auto'", {})).toBeUndefined();
  expect(evaluateExpression("github.event_name == 'push' && 'stored' || 'auto'", CONTEXT)).toBe('stored');
});

it.each([
  [`\${{ matrix.suite }}`, 'support'],
  [`a/\${{matrix.app.name}}`, 'a/lamps'],
  [`\${{ matrix.gone }}`, `\${{ matrix.gone }}`],
  [`\${{ inputs.key }}`, `\${{ (secrets.KEY) }}`],
  [`\${{ inputs.empty }}`, ''],
  [`\${{ inputs.flag && 'a' || vars.B }}`, 'a'],
  [`\${{ secrets.KEY }}`, `\${{ secrets.KEY }}`],
  [`\${{ matrix.app }}`, `\${{ matrix.app }}`],
  ['plain', 'plain'],
])('the text %s is filled in', (text, expected) => {
  const values = {
    matrix: { suite: 'support', app: { name: 'lamps' } },
    inputs: { key: `\${{ secrets.KEY }}`, empty: '', flag: 'yes' },
  };
  expect(fillText(text, values)).toBe(expected);
});
