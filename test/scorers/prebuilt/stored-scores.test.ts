import { expect, test } from 'vitest';
import { openScorer } from '../../../src/scorers/catalog.js';
import { createScorerSettings } from '../../support/suites.js';

const RATING = 'The rating was 4.5 good, bad = 0.33 and 1,299 terrible.';
const PRICE = 'It costs 1,299.90 EUR, a well-known price.';
const GERMAN = 'Sie wurde gestern in Berlin zweimal abgebucht, z. B. 3,7 Euro.';
const BILLED = 'Wie oft wurde die Rechnung abgebucht? Zweimal, mit 3.7 Euro.';

/**
 * Baselines keep scores. Where a number here changes, a record with the old one would be held against the new one: then
 * the scorer names a higher version, so that stored answers are scored anew, and its formula here changes too.
 */
test.each([
  ['tone', RATING, PRICE, '023b4d6102d99629f96b49ee45c2a6b4', 0.7692],
  ['tone', GERMAN, BILLED, '023b4d6102d99629f96b49ee45c2a6b4', 'not-scorable'],
  ['keyword-coverage', RATING, PRICE, '02546f81c604920f1ce97bcea283cc68', 0],
  ['keyword-coverage', GERMAN, BILLED, '02546f81c604920f1ce97bcea283cc68', 0.6],
  ['completeness', RATING, PRICE, 'ae4e08b8ef4341be3c703296d799ea50', 0.1538],
  ['completeness', GERMAN, BILLED, 'ae4e08b8ef4341be3c703296d799ea50', 0.5],
  ['content-similarity', GERMAN, BILLED, '6ecdea15105af1e95a92bd9e27af1880', 0.495],
  ['textual-difference', GERMAN, BILLED, '948bc7effbf52f566b690dfd11710d11', 0.5574],
  ['max-length', RATING, PRICE, '79d991906a776d7aa62a98c2036d2598', 1],
] as const)(
  '%s gives an answer the score that a baseline keeps: %s',
  async (id, input, output, formula, wanted) => {
    const options = id === 'max-length' ? { words: 9 } : {};
    const tools = { judge: null as never, store: null as never, salt: '' };
    const scorer = openScorer(createScorerSettings(id, { options }), tools);
    const answer = { status: 'answered', output, toolCalls: [], finish: 'stop' } as const;
    const request = { task: null, history: [], input, groundTruth: input, answer };
    const judgement = await scorer.score(request, { signal: new AbortController().signal });
    const score = judgement.status === 'scored' ? Number(judgement.score.toFixed(4)) : judgement.kind;
    expect([scorer.fingerprint.formula, score]).toEqual([formula, wanted]);
  },
);
