import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { playSituation, SITUATIONS } from './situations.js';

/** `SITUATIONS=<folder>` writes each comment, log and summary to a file, to be read by people. */
const FOLDER = process.env['SITUATIONS'];

it.each(SITUATIONS.map((situation) => [`${situation.number} ${situation.name}`, situation] as const))(
  '%s',
  async (_, situation) => {
    const { run, comment, world } = await playSituation(situation);
    await using _world = world;
    if (FOLDER !== undefined) {
      mkdirSync(FOLDER, { recursive: true });
      const name = String(situation.number).padStart(2, '0');
      writeFileSync(join(FOLDER, `${name}.md`), comment ?? run.summary);
      writeFileSync(join(FOLDER, `${name}.log`), run.log);
    }
    expect(run.code, run.log).toBe(situation.code);
    if (situation.says === null) expect(comment).toBeNull();
    const text = (comment ?? '').replaceAll(/[\\\u200b]/g, '');
    for (const part of situation.says ?? []) expect(text).toMatch(part);
  },
);
