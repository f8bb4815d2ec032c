import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openGit } from '../git/open-git.js';
import type { Overrides } from '../inputs/overrides.js';
import { readSettings, type SettingsOfBothSides } from '../inputs/read-settings.js';
import type { Git } from '../model/git.js';
import type { Log } from '../model/log.js';
import type { Redact } from '../model/secrets.js';
import type { BaselineChoice } from '../model/settings.js';
import { openStore } from '../store/open-store.js';
import type { Anchor } from '../suite-run.js';
import { type Checkout, openWorkingCopy } from './checkout.js';
import { chooseAnchor } from './choose-anchor.js';
import { createSettingsRedactor } from './open-edges.js';
import type { Terminal } from './run-cli.js';
import { createTerminalLog } from './terminal-log.js';

/** A developer's working copy with its settings. */
export type Local = {
  readonly folder: string;
  readonly copy: Pick<Checkout, 'head' | 'prefix'>;
  readonly git: Git | null;
  readonly anchor: Anchor | null;
  readonly sides: SettingsOfBothSides;
  readonly log: Log;
  readonly redact: Redact;
};

/** Opens the working directory. Throws `UserError`. */
export async function openLocal(
  overrides: Overrides,
  terminal: Terminal,
  choice: BaselineChoice | undefined,
): Promise<Local> {
  const { env, cwd } = terminal;
  let redact: Redact = (text) => text;
  const log = createTerminalLog(terminal.writeError, (text) => redact(text));
  const folder = resolve(cwd, overrides.workingDirectory ?? '.');
  const git = await openGit({ folder, env, token: null, serverUrl: 'https://github.com', log });
  const copy = await openWorkingCopy(folder, git);
  const anchor = await chooseAnchor({
    event: null,
    choice,
    commit: copy.head.commit,
    git,
    github: null,
    prefix: copy.prefix,
  });
  const sides = await readSettings({
    head: copy.head.reader,
    base: anchor?.reader ?? null,
    overrides,
    env,
    shell: 'cli',
  });
  redact = createSettingsRedactor([sides.settings, sides.base], [], env);
  return { folder, copy, git, anchor, sides, log, redact };
}

export function openLocalStore({ sides, folder, log }: Pick<Local, 'sides' | 'folder' | 'log'>) {
  return openStore(sides.settings.store, {
    gitData: null,
    folder,
    runId: String(Date.now()),
    attempt: 1,
    random: Math.random,
    sleep,
    log,
  });
}
