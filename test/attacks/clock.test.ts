import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { expectEnd, isJudging, statusOf } from '../scenarios/said.js';
import { createWorld, HARMLESS, modelReply, PLAIN_MODEL } from '../scenarios/world.js';

/** Loaded before the action: its clock is ten minutes behind once the file is there. */
const HOOK = `
import { existsSync } from 'node:fs';
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [Date.now()] : args));
  }
  static now() {
    return RealDate.now() - (existsSync(process.env.CLOCK_IS_BACK) ? 600_000 : 0);
  }
};
`;

it('a clock that is set back by ten minutes during a run delays no update of GitHub', {
  timeout: 60_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clock-'));
  const isBack = join(folder, 'is-back');
  writeFileSync(join(folder, 'hook.mjs'), HOOK);
  await using world = await createWorld({
    bundle: true,
    reply: (body) => {
      if (isJudging(body)) writeFileSync(isBack, '');
      return modelReply(PLAIN_MODEL, body);
    },
  });
  const head = world.openPull(7, { 'prompts/support.md': HARMLESS });
  const env = { NODE_OPTIONS: `--import=file://${folder}/hook.mjs`, CLOCK_IS_BACK: isBack };
  const run = await world.runPull(7, { env });
  await rm(folder, { recursive: true });
  expectEnd(run, 0, { decision: 'pass' });
  expect(statusOf(world, head)).toMatchObject({ state: 'success' });
});
