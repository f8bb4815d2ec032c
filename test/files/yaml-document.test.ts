import { describe, expect, test } from 'vitest';
import { MAX_YAML_LENGTH, parseYamlDocument } from '../../src/files/yaml-document.js';
import { problemsIn } from '../support/problems-of.js';

const problemsOf = (text: string) =>
  problemsIn(() => {
    const document = parseYamlDocument(text, 'c.yml');
    document.readValue(document.root);
  });

describe('YAML that is made to take long', () => {
  test('is refused where it is longer than is read, with what to do', () => {
    const comment = (length: number) => `a: 1\n${'#'.repeat(length - 5)}`;
    expect(problemsOf(comment(MAX_YAML_LENGTH))).toEqual([]);
    expect(problemsOf(comment(MAX_YAML_LENGTH + 1))).toEqual([
      'c.yml:1: this YAML has 1,000,001 characters, and at most 1,000,000 are read: write a dataset of this size as JSON Lines, and anything else in several files.',
    ]);
  });
});

test('a merge key may stand in a group twice, another key may not, wherever it is', () => {
  expect(problemsOf('a: &a { x: 1 }\nb: { <<: *a, y: 1 }\nc:\n  <<: *a\n  <<: *a\n')).toEqual([]);
  expect(problemsOf('a:\n  - { b: 1, "b": 2 }\nc: [\n')).toEqual([
    'c.yml:2: this is not valid YAML: Map keys must be unique.',
    expect.stringMatching(/^c\.yml:\d: this is not valid YAML: /),
  ]);
});

test.each([
  ['lists', '- '.repeat(100_000)],
  ['lists in one line', '['.repeat(5_000) + ']'.repeat(5_000)],
  ['maps', Array.from({ length: 200 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('')],
  ['keys', '? '.repeat(5_000)],
])('%s that are nested too deeply are an error of the file', (_, text) => {
  expect(problemsOf(text)).toEqual(['c.yml:1: this YAML is nested more than 128 levels deep.']);
});

test('aliases that nest too deeply, or are too many, are an error of the file', () => {
  const list = (inner: string) => '['.repeat(100) + inner + ']'.repeat(100);
  const chain = Array.from({ length: 5 }, (_, at) => `a${at + 1}: &a${at + 1} ${list(`*a${at}`)}\n`).join('');
  const document = parseYamlDocument(`a0: &a0 x\n${chain}`, 'c.yml');
  expect(() => document.readValue(document.root)).toThrow('nested more than 128 levels deep by its aliases');
  const many = Array.from({ length: 1_001 }, (_, at) => `- &a${at} x\n- *a${at}\n`).join('');
  expect(problemsOf(many)).toEqual(['c.yml:2002: this is not valid YAML: it has more than 1,000 aliases.']);
});
