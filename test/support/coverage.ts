import {
  type BlockCoverage,
  COVERAGE_FORMAT,
  COVERAGE_VERSION,
  type Coverage,
} from '../../src/model/coverage.js';

export function createBlock(overrides: Partial<BlockCoverage> = {}): BlockCoverage {
  return {
    path: 'prompts/support.md',
    lines: { first: 1, last: 1 },
    text: 'Be kind.',
    state: 'noticed',
    asked: 5,
    noticedBy: [],
    ...overrides,
  };
}

export function createCoverage(overrides: Partial<Coverage> = {}): Coverage {
  return {
    format: COVERAGE_FORMAT,
    version: COVERAGE_VERSION,
    suite: 'support',
    createdAt: '2026-11-21T04:17:00.000Z',
    files: [{ path: 'prompts/support.md', hash: 'h' }],
    cases: 30,
    all: false,
    blocks: [createBlock()],
    placebo: null,
    unscored: null,
    calls: 100,
    ...overrides,
  };
}
