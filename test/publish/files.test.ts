import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRecordFile, listResultFolders, toFileName, writeFiles } from '../../src/publish/files.js';
import { createRedactor } from '../../src/text/redact.js';
import { createFolder } from '../support/folder.js';
import { createRecord } from '../support/records.js';

describe('a file name from foreign text', () => {
  it.each([
    ['a plain name', 'support', 'support'],
    ['a plain name with marks', 'support_2-b', 'support_2-b'],
    ['the longest plain name', 'a'.repeat(60), 'a'.repeat(60)],
  ])('is the text itself if it is %s', (_, text, expected) => {
    expect(toFileName(text)).toBe(expected);
  });

  it.each([
    ['capitals', 'Support', /^support-[0-9a-f]{8}$/],
    ['a path', '../../etc/passwd', /^etc-passwd-[0-9a-f]{8}$/],
    ['a hidden file', '.env', /^env-[0-9a-f]{8}$/],
    ['nothing plain', '質問', /^[0-9a-f]{8}$/],
    ['nothing', '', /^[0-9a-f]{8}$/],
    ['one character too long', 'a'.repeat(61), /^a{60}-[0-9a-f]{8}$/],
  ])('has a hash if it is made of %s', (_, text, expected) => {
    expect(toFileName(text)).toMatch(expected);
  });

  it('differs for texts that look alike, and cannot leave the folder', () => {
    expect(toFileName('a/b')).not.toBe(toFileName('a.b'));
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(toFileName(text)).toMatch(/^[a-z0-9_-]{1,69}$/);
      }),
    );
  });
});

it('each comment of a job has its own folder, and all shards have one', () => {
  const [first, second] = ['ci / support', 'ci / sales'].map((key) => listResultFolders('/temp', key));
  expect(first?.folder).toMatch(/^\/temp\/prompt-regression\/ci-support-[0-9a-f]{8}$/);
  expect(second?.folder).not.toBe(first?.folder);
  expect(second?.shardFolder).toBe(first?.shardFolder);
});

it('files are written into new folders, and records without secrets', async () => {
  const folder = createFolder();
  const secret = 'sk-0123456789abcdef';
  const record = createRecord({ suite: `of ${secret}` });
  const file = buildRecordFile('records/support.json', record, createRedactor([secret]));
  await writeFiles(join(folder, 'results'), [file, { name: 'comment.md', text: 'Hello.' }]);
  const text = await readFile(join(folder, 'results/records/support.json'), 'utf8');
  expect(JSON.parse(text)).toEqual({ ...record, suite: 'of ***' });
  expect(await readFile(join(folder, 'results/comment.md'), 'utf8')).toBe('Hello.');
});
