import { expect, it } from 'vitest';
import { warnOfAddressVariable } from '../../src/cli/address-variable.js';
import type { Suite } from '../../src/model/suite.js';
import { createSuite, LLM_JUDGE } from '../support/suites.js';

const ENV = { OPENAI_BASE_URL: 'https://llm.example.com/v1' };
const own = { ...LLM_JUDGE.provider, baseUrl: 'https://llm.example.com/v1' };
const program: Suite['target'] = {
  kind: 'command',
  command: ['node', 'agent.mjs'],
  workers: 1,
  timeoutMs: 100_000,
  env: [],
};

it.each<[what: string, suite: Partial<Suite>, keys: string | null]>([
  ['a prompt and its judge', { judge: LLM_JUDGE }, '`target`'],
  ['a program', { target: program, judge: LLM_JUDGE }, '`judge`'],
  ['a prompt with an address, whose judge has none', { provider: own, judge: LLM_JUDGE }, '`judge`'],
  ['addresses for all', { provider: own, judge: { ...LLM_JUDGE, provider: own } }, null],
  ['a program and the built-in judge', { target: program }, null],
])('the keys that set the address of %s', (_, suite, keys) => {
  const warning = warnOfAddressVariable([createSuite(suite)], ENV);
  if (keys === null) expect(warning).toBeNull();
  else expect(warning).toContain(`set \`base-url\` of ${keys} in the config file`);
  expect(warnOfAddressVariable([createSuite(suite)], { OPENAI_BASE_URL: ' ' })).toBeNull();
});
