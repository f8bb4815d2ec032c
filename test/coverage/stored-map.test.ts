import { describe, expect, it } from 'vitest';
import { fingerprintPrompt, hashPrompt, splitByFile } from '../../src/coverage/stored-map.js';
import { createBlock, createCoverage } from '../support/coverage.js';

const files = [
  { path: 'a.md', hash: hashPrompt('A.') },
  { path: 'b.md', hash: hashPrompt('B.') },
];

describe('a stored map', () => {
  it('is found by the path and the text of its prompt, both', () => {
    const known = fingerprintPrompt({ path: 'a.md', text: 'A.' });
    expect(fingerprintPrompt({ path: 'a.md', text: 'A.' })).toBe(known);
    expect(fingerprintPrompt({ path: 'b.md', text: 'A.' })).not.toBe(known);
    expect(fingerprintPrompt({ path: 'a.md', text: 'A. ' })).not.toBe(known);
  });

  it('is one per file, with the blocks of that file', () => {
    const blocks = [createBlock({ path: 'a.md' }), createBlock({ path: 'b.md', state: 'unnoticed' })];
    const maps = splitByFile(createCoverage({ files, blocks }));
    expect(maps.map(({ prompt }) => prompt)).toEqual([
      fingerprintPrompt({ path: 'a.md', text: 'A.' }),
      fingerprintPrompt({ path: 'b.md', text: 'B.' }),
    ]);
    expect(maps.map(({ coverage }) => coverage.files)).toEqual([[files[0]], [files[1]]]);
    expect(maps.map(({ coverage }) => coverage.blocks)).toEqual([[blocks[0]], [blocks[1]]]);
  });

  it('is not made of a file without a result', () => {
    const blocks = [
      createBlock({ path: 'a.md', state: 'unfinished' }),
      createBlock({ path: 'b.md', state: 'unfinished' }),
      createBlock({ path: 'b.md', state: 'noticed' }),
    ];
    expect(splitByFile(createCoverage({ files, blocks })).map(({ coverage }) => coverage.files)).toEqual([
      [files[1]],
    ]);
  });
});
