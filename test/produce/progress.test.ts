import { expect, onTestFinished, test, vi } from 'vitest';
import { createTerminalLog } from '../../src/cli/terminal.js';
import { type Log, SILENT_LOG } from '../../src/model/effects.js';
import { createProgress, type Progress } from '../../src/produce/progress.js';

const SECOND = 1_000;

/** Asks 300 questions, one a second, and judges each answer two seconds later. */
function watch(log: Log, seconds: number): Progress {
  let time = 0;
  const progress = createProgress({ total: 300 }, { log, now: () => new Date(time) });
  for (let second = 1; second <= seconds; second += 1) {
    time = second * SECOND;
    progress.count('answered');
    if (second > 2) progress.count('judged');
  }
  return progress;
}

test('a line every 15 seconds where lines stay', () => {
  const lines: string[] = [];
  watch({ ...SILENT_LOG, info: (line) => lines.push(line) }, 44);
  expect(lines).toEqual([
    '15/300 answers · 12 judged · 6 min left',
    '30/300 answers · 27 judged · 5 min left',
  ]);
});

test('even if no answer arrives', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lines: string[] = [];
  const log = { ...SILENT_LOG, info: (line: string) => lines.push(line) };
  const progress = createProgress({ total: 300 }, { log, now: () => new Date() });
  progress.count('answered');
  vi.advanceTimersByTime(31 * SECOND);
  expect(lines).toEqual(['1/300 answers · 0 judged', '1/300 answers · 0 judged']);
  progress.end();
  vi.advanceTimersByTime(60 * SECOND);
  expect(lines).toHaveLength(2);
});

test('a failure is not an answer, and is not judged', () => {
  const lines: string[] = [];
  const log = { ...SILENT_LOG, info: (line: string) => lines.push(line) };
  let time = 0;
  const progress = createProgress({ total: 6 }, { log, now: () => new Date(time) });
  for (let asked = 1; asked <= 5; asked += 1) {
    time += 60 * SECOND;
    progress.count('failed');
  }
  expect(lines.at(-1)).toBe('5/6 asked · 5 failed');
  time += 60 * SECOND;
  progress.count('answered');
  expect(lines.at(-1)).toBe('6/6 asked · 5 failed · 0 judged');
});

test('one line that is written over on a terminal, and gone at the end and before any other line', () => {
  let text = '';
  const writeError = (more: string) => {
    text += more;
  };
  const terminal = { writeError, live: true };
  const log = createTerminalLog(terminal, (line) => line);
  const progress = watch(log, 3);
  expect(text).toBe(
    ['1/300 answers · 0 judged', '2/300 answers · 0 judged', '3/300 answers · 0 judged'].join('\r\u001b[K'),
  );
  text = '';
  log.info('done');
  progress.end();
  expect(text).toBe('\r\u001b[Kdone\n');
});

test('overwrites no lines if the output is not a terminal', () => {
  expect(createTerminalLog({ writeError: () => {} }, (line) => line).status).toBeUndefined();
});
