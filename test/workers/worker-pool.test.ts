import { expect, it } from 'vitest';
import { LineWorker } from '../../src/workers/line-worker.js';
import { createWorkerPool } from '../../src/workers/worker-pool.js';

const { signal } = new AbortController();

/** Asks a program that answers a line and then ends with this code; what is said of it. */
async function askAndLose(code: number, when: 'in the task' | 'idle') {
  const lost: string[] = [];
  const workers: LineWorker<string>[] = [];
  const script = `read line; echo answer; echo "no memory" >&2; exit ${code}`;
  const pool = createWorkerPool({
    size: 1,
    start() {
      const worker = new LineWorker<string>({
        command: ['sh', '-c', script],
        folder: process.cwd(),
        env: {},
        redact: (text) => text,
        parse: (line) => ({ kind: 'reply', id: 'a', reply: line }),
      });
      workers.push(worker);
      return worker;
    },
    onLost: ({ fault, stderr }) => lost.push(`${fault?.kind}: ${fault?.message}${stderr.text()}`),
  });
  const ask = () =>
    pool.use({ fresh: false, signal }, async (worker) => {
      const answer = await worker.ask({ id: 'a' }, { timeoutMs: 60_000, signal });
      if (when === 'in the task') await worker.faultWithin(60_000);
      return answer;
    });
  expect(await ask()).toBe('answer');
  await workers[0]?.faultWithin(60_000);
  expect(await ask()).toBe('answer');
  await pool.close();
  expect(workers).toHaveLength(2);
  return lost[0];
}

it.each(['in the task', 'idle'] as const)(
  'a program that ends after its answer (%s) is lost',
  async (when) => {
    expect(await askAndLose(3, when)).toBe('failed: ended with code 3 after an answer; stderr: no memory');
    expect(await askAndLose(0, when)).toBe('left: ended with code 0 after an answer; stderr: no memory');
  },
);
