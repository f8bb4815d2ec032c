import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/browser/**'],
    setupFiles: ['test/support/each-file.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // More than two, since much of the time is spent waiting for processes.
    maxWorkers: 4,
    // What is compiled once need not be for each of the hundreds of processes that tests start.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/tests') },
    // Tests keep no state in modules; loading them anew for every file would take half of the time.
    isolate: false,
    // A process is started by copying the tables of all memory that this one has: small ones start them fast.
    execArgv: ['--max-semi-space-size=4'],
  },
});
