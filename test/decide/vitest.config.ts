import { defineConfig } from 'vitest/config';

/** For `npm run test:mutation`: the decision has to be locked by its own tests, not by scenarios. */
export default defineConfig({
  test: {
    include: ['test/decide/**/*.test.ts'],
    // Mutated code is instrumented, and several runs share a machine.
    testTimeout: 60_000,
  },
});
