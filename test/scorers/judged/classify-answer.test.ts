import { describe, expect, test } from 'vitest';
import type { FinishReason } from '../../../src/model/answer.js';
import { judgeUnusable } from '../../../src/scorers/judged/plan-request.js';

const given = (output: string, finish: FinishReason = 'stop', calls = 0) => ({
  status: 'answered' as const,
  output,
  toolCalls: Array.from({ length: calls }, () => ({ name: 'look_up' })),
  finish,
});

describe('answers that cannot be judged', () => {
  test.each(['', '  \n', '\u200b\ufeff'])('empty %j is one', (output) => {
    expect(judgeUnusable(given(output))).toBeNull();
  });

  test.each(['length', 'content-filter'] as const)('empty by %s is unscored', (finish) => {
    expect(judgeUnusable(given('', finish))).toMatchObject({ status: 'unscored', kind: finish });
  });

  test.each(['undefined', 'null', ' [object Object] ', '[object Object],[object Object]', '"undefined"'])(
    '%j is an error of the harness',
    (output) => {
      expect(judgeUnusable(given(output))).toMatchObject({ status: 'unscored', kind: 'harness' });
    },
  );

  test.each(['None', 'No.', '0', '[]', 'null is a value in SQL', '-'])('%j is an answer', (output) => {
    expect(judgeUnusable(given(output))).toBeNull();
  });

  test('tool calls alone are not empty', () => {
    expect(judgeUnusable(given('', 'tool-calls', 1))).toBeNull();
  });
});
