import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const exec = promisify(execFile);

/** Folders of the packages whose code is in the bundle, by the sources in its source maps. */
async function listBundledPackages(): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'licenses-'));
  try {
    const options = ['--source-map', '--no-source-map-register', '--quiet'];
    await exec('ncc', ['build', 'lib/action.js', '-o', folder, ...options], {
      cwd: ROOT,
      env: { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH']}` },
    });
    const maps = (await readdir(folder)).filter((file) => file.endsWith('.map'));
    const texts = await Promise.all(maps.map((file) => readFile(join(folder, file), 'utf8')));
    const sources = texts.flatMap((text): readonly string[] => JSON.parse(text).sources);
    const folders = sources.flatMap(
      (source) => /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+(?=\/)/.exec(source) ?? [],
    );
    return [...new Set(folders)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

it('the licenses of all packages in the bundle are in dist/licenses.txt, and no others', async () => {
  const folders = await listBundledPackages();
  expect(folders.length).toBeGreaterThan(30);
  const licenses = await readFile(join(ROOT, 'dist/licenses.txt'), 'utf8');
  const headings = [...licenses.matchAll(/^(?:@[\w-]+\/)?[\w.-]+ \d+\.\d+\.\d+\S*: \S+$/gm)].map(
    ([text]) => text,
  );
  const expected = await Promise.all(
    folders.map(async (folder) => {
      const { name, version, license } = JSON.parse(
        await readFile(join(ROOT, folder, 'package.json'), 'utf8'),
      );
      return `${name} ${version}: ${license}`;
    }),
  );
  expect(headings).toEqual([...new Set(expected)].sort());
  for (const folder of folders) {
    const files = (await readdir(join(ROOT, folder))).filter((file) => /^licen[cs]e(?:\.|$)/i.test(file));
    for (const file of files) {
      expect(licenses).toContain((await readFile(join(ROOT, folder, file), 'utf8')).trim());
    }
  }
}, 600_000);
