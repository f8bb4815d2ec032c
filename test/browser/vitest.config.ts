import { defineConfig } from 'vitest/config';

/** Needs a Chromium, so it is not part of `npm test`: `npm run test:browser`. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
  },
});
