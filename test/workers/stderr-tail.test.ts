import { expect, test } from 'vitest';
import { createRedactor } from '../../src/text/redact.js';
import { createStderrTail } from '../../src/workers/program-output.js';

test('the last twenty lines, on one line', () => {
  const tail = createStderrTail((text) => text);
  expect(tail.text()).toBe('');
  for (let line = 1; line <= 30; line++) tail.push(`line ${line}\n\n`);
  expect(tail.text()).toMatch(/^; stderr: line 30 \(last lines: line 11 \| line 12 \| .* \| line 30\)$/);
  tail.clear();
  expect(tail.text()).toBe('');
});

test('a secret is recognised although it came in two pieces, and before anything is cut', () => {
  const tail = createStderrTail(createRedactor(['s3cr3t-value-0123456789']));
  tail.push('key s3cr3t-val');
  tail.push(`ue-0123456789 ${'x'.repeat(1_490)}`);
  expect(tail.text()).not.toMatch(/s3cr3t|0123456789/);
});

test.each([
  [
    'Python',
    'Traceback (most recent call last):\n  File "agent.py", line 3, in <module>\n    import nowhere\nModuleNotFoundError: No module named \'nowhere\'',
    "ModuleNotFoundError: No module named 'nowhere'",
  ],
  [
    'Node',
    "file:///agent.mjs:1\nthrow new Error('database gone');\n      ^\n\nError: database gone\n    at file:///agent.mjs:1:7\n    at async run (node:internal:1:1)\n\nNode.js v24.0.0",
    'Error: database gone',
  ],
  [
    'Go',
    'panic: runtime error: index out of range\n\ngoroutine 1 [running]:\nexit status 2',
    'panic: runtime error: index out of range',
  ],
])('what went wrong comes first, wherever %s prints it', (_, printed, line) => {
  const tail = createStderrTail((text) => text);
  tail.push(printed);
  expect(tail.text().startsWith(`; stderr: ${line} (last lines: `)).toBe(true);
});
