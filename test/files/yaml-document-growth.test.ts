import { expect, test } from 'vitest';
import { parseYamlDocument } from '../../src/files/yaml-document.js';
import { growthOf, MAX_LINEAR_GROWTH } from '../support/growth.js';
import { problemsIn } from '../support/problems-of.js';

const problemsOf = (text: string) =>
  problemsIn(() => {
    const document = parseYamlDocument(text, 'c.yml');
    document.readValue(document.root);
  });

test.each([
  ['brackets that close nothing', (size: number) => ']'.repeat(size)],
  ['groups within groups', (size: number) => '{'.repeat(size)],
  ['lists within lists', (size: number) => '- '.repeat(size / 2)],
  ['quotation marks', (size: number) => '"'.repeat(size)],
])('YAML is read in a time that grows with its length: %s', (_, of) => {
  const timeOf = (size: number) => {
    const text = of(size);
    const before = process.cpuUsage();
    problemsOf(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  timeOf(4_000);
  const small = Math.min(timeOf(4_000), timeOf(4_000));
  const large = timeOf(64_000);
  // Linear work grows by 16, work with the square of the length by 256.
  expect(large < 200 ? 1 : large / small).toBeLessThan(100);
});

test.each<[string, (size: number) => string]>([
  ['keys', (size) => Array.from({ length: size }, (_, at) => `k${at}: v\n`).join('')],
  ['keys in one line', (size) => `{${Array.from({ length: size }, (_, at) => `k${at}: v`)}}`],
  ['keys that repeat', (size) => 'a: b\n'.repeat(size)],
])('%s are read in time that grows with their number', (_, textOf) => {
  expect(growthOf(textOf, 500, problemsOf)).toBeLessThan(MAX_LINEAR_GROWTH);
});
