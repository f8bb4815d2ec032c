import { expect, test } from 'vitest';
import { createRedactor } from '../../src/text/redact.js';
import { createStderrTail } from '../../src/workers/stderr-tail.js';

test('the last twenty lines, on one line', () => {
  const tail = createStderrTail((text) => text);
  expect(tail.text()).toBe('');
  for (let line = 1; line <= 30; line++) tail.push(`line ${line}\n\n`);
  expect(tail.text()).toMatch(/^; stderr: line 11 \| line 12 \| .* \| line 30$/);
  tail.clear();
  expect(tail.text()).toBe('');
});

test('a secret is recognised although it came in two pieces, and before anything is cut', () => {
  const tail = createStderrTail(createRedactor(['s3cr3t-value-0123456789']));
  tail.push('key s3cr3t-val');
  tail.push(`ue-0123456789 ${'x'.repeat(1_490)}`);
  expect(tail.text()).not.toMatch(/s3cr3t|0123456789/);
});

test('endless output keeps its end only', () => {
  const tail = createStderrTail((text) => text);
  for (let piece = 0; piece < 100; piece++) tail.push('x'.repeat(10_000));
  tail.push('\nthe end');
  expect(tail.text().length).toBeLessThan(2_000);
  expect(tail.text()).toMatch(/\| the end$/);
});
