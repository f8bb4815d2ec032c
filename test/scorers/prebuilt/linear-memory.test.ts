import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const HOOKS = resolve(import.meta.dirname, '../../support/typescript-hooks.mjs');
const SCORERS = resolve(import.meta.dirname, '../../../src/scorers/prebuilt');

/** Runs code with both texts at hand, each of 8,000 characters of many kinds, in a heap of 40 MB. */
function growth(code: string): number {
  const script = `
    const words = 'the answer says that 東京 café 👍🏽 costs 12 € or مرحبا nothing at all'.split(' ');
    let seed = 7;
    const text = () => {
      let made = '';
      while (made.length < 8_000) {
        seed = (seed * 48271) % 2147483647;
        made += words[seed % words.length] + ' ' + (seed % 97) + '. ';
      }
      return made.slice(0, 8_000).toWellFormed();
    };
    const [a, b] = [text(), text()];
    const used = () => { const { heapUsed, arrayBuffers } = process.memoryUsage(); return heapUsed + arrayBuffers; };
    const run = await (async () => { ${code} })();
    const before = process.memoryUsage().rss;
    run(a, b);
    process.stdout.write(String(process.memoryUsage().rss - before));
  `;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--max-old-space-size=40',
      '--max-semi-space-size=4',
      '--import',
      HOOKS,
      '--input-type=module',
      '-e',
      script,
    ],
    { encoding: 'utf8' },
  );
  expect(stderr).not.toContain('heap');
  expect(status).toBe(0);
  return Number(stdout);
}

describe('8,000 by 8,000 characters take less than 50 MB', () => {
  it.each([
    [
      'textual difference',
      `const { textDifference } = await import('${SCORERS}/textual-difference/textual-difference.ts');
       return (a, b) => textDifference(a, b);`,
    ],
    [
      'content similarity',
      `const { bigramSimilarity } = await import('${SCORERS}/content-similarity/content-similarity.ts');
       return (a, b) => bigramSimilarity(a, b);`,
    ],
    [
      'completeness',
      `const { extractElements, missingElements } = await import('${SCORERS}/completeness/completeness.ts');
       return (a, b) => missingElements(extractElements(a), extractElements(b));`,
    ],
    [
      'keyword coverage',
      `const { extractKeywords, matchedKeywords } = await import('${SCORERS}/keyword-coverage/keyword-coverage.ts');
       return (a, b) => matchedKeywords(extractKeywords(a, b));`,
    ],
    [
      'tone',
      `const { compareTone, toneStability } = await import('${SCORERS}/tone/tone.ts');
       return (a, b) => [compareTone(a, b, new Map()), toneStability(a, new Map())];`,
    ],
  ])('%s', (_, code) => {
    expect(growth(code)).toBeLessThan(50 * 2 ** 20);
  });
});
