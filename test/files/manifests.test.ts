import { expect, it } from 'vitest';
import { changedManifests } from '../../src/files/manifests.js';
import type { FileReader } from '../../src/ports/files.js';

function reader(files: Readonly<Record<string, string>>): FileReader {
  return { name: 'files', read: async (path) => files[path] ?? null };
}

it('names the manifests and lock files that differ beside installed packages and above them', async () => {
  const files = (text: string) =>
    reader({
      'npm-shrinkwrap.json': text,
      'apps/a/package-lock.json': text,
      'apps/package.json': text,
      'apps/b/package.json': text,
      'other/yarn.lock': text,
      'README.md': text,
      '.npmrc': 'the same',
    });
  expect(await changedManifests(['apps/a'], files('1'), files('2'))).toEqual([
    'apps/a/package-lock.json',
    'apps/package.json',
    'npm-shrinkwrap.json',
  ]);
  expect(await changedManifests(['', 'apps'], files('1'), files('2'))).toEqual([
    'apps/package.json',
    'npm-shrinkwrap.json',
  ]);
  expect(await changedManifests([], files('1'), files('2'))).toEqual([]);
  expect(await changedManifests(['apps/a'], files('1'), files('1'))).toEqual([]);
});

it('counts one that only one side has, settings of package managers too', async () => {
  const changed = changedManifests([''], reader({ '.npmrc': 'registry=x' }), reader({ 'yarn.lock': '' }));
  expect(await changed).toEqual(['.npmrc', 'yarn.lock']);
});
