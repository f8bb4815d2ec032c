import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Here most tests start programs, which takes longest, however short the file: what begins last must end soon. */
const LONG = /\/test\/(?:attacks|bench|cli|evals|library|scenarios)\//;

/** What takes longest: `npm test` leaves it to `npm run test:bundle`, which every CI run does besides. */
const SLOW_TESTS = [
  'test/attacks/**',
  'test/bench/**',
  'test/build/package{,-licenses}.test.ts',
  'test/library/library-page.test.ts',
  'test/text/linear.test.ts',
  'test/{cli,judging}/**/{open-own-scorer,open-own-scorers,own-scorer}.test.ts',
  'test/scenarios/{accept,agent-failures,cancelled,examples,github-refuses,identity,journal,killed,large-baseline,leftovers}.test.ts',
  'test/scenarios/{mistakes,not-scorable,outage,own-scorer,paths,permissions,same-head,thoughts}.test.ts',
  'test/scenarios/{glance,situations,visible-failures}.test.ts',
];

/** `npm test` leaves these to `npm run test:coverage`, which every CI run does besides. */
const SLOW_BUT_COVERED_TESTS = [
  'test/**/*-growth.test.ts',
  'test/build/{examples,troubleshooting}.test.ts',
  'test/cli/{coverage,lint,process,run,shards,some-cases,strangers}.test.ts',
  'test/judging/refused-requests.test.ts',
  'test/produce/odd-replies.test.ts',
  'test/scenarios/!(pull-request|report-link|several-scorers).test.ts',
];

function listExcludedTests(): string[] {
  if (process.env['npm_lifecycle_event'] !== 'test') return [];
  return process.argv.includes('--coverage') ? SLOW_TESTS : [...SLOW_TESTS, ...SLOW_BUT_COVERED_TESTS];
}

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(LONG.test(b.moduleId)) - Number(LONG.test(a.moduleId)));
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/browser/**', ...listExcludedTests()],
    setupFiles: ['test/support/each-file.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // More than two, since much of the time is spent waiting for processes.
    maxWorkers: 4,
    sequence: { sequencer: LongFirst },
    // What is compiled once need not be for each of the hundreds of processes that tests start.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/tests') },
    // Only with --coverage. What runs in a process of its own is not counted; test/README.md names it.
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: { lines: 90, 'src/decide/**': { lines: 95 } },
    },
    // Tests keep no state in modules; loading them anew for every file would take half of the time.
    isolate: false,
  },
});
