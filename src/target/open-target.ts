import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parsePromptFile } from '../dataset/prompt-file.js';
import { normalizePath } from '../files/readers.js';
import { createWorktreeName } from '../git/worktrees.js';
import type { Env, HttpClient } from '../model/effects.js';
import { UserError } from '../model/errors.js';
import type { ChatClient } from '../model/provider.js';
import type { FileReader } from '../model/repository.js';
import { describeTarget, type TargetSettings } from '../model/target-settings.js';
import type { Redact } from '../text/redact.js';
import { openCommandTarget } from './command-target.js';
import { dropThoughts } from './drop-thoughts.js';
import { openHttpTarget } from './http-target.js';
import { openPromptTarget } from './prompt-target.js';
import { openRecordedTarget, parseRecordedAnswers } from './recorded-target.js';
import type { Target } from './target.js';

/** What an agent may use: files, folder, clients and environment of its side. */
export type TargetContext = {
  /** The files of the side under test. */
  readonly tree: FileReader;
  /** Absolute folder for processes; `null` if the target starts none. */
  readonly root: string | null;
  /** `null` if the target needs no model. */
  readonly chat: ChatClient | null;
  readonly http: (url: string) => HttpClient;
  /** Gets the reason for each process that failed after an answer. */
  readonly onRestart?: (why: string) => void;
  /** True if only the pull request names the target's address for its variables. */
  readonly blocked: boolean;
  /** The command that starts the process of a `module`; its file is an argument. */
  readonly scorerHost: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly redact: Redact;
};

/** Opens the agent under test. Throws `UserError` for missing or faulty files and settings. */
export async function openTarget(settings: TargetSettings, context: TargetContext): Promise<Target> {
  const target = await openTargetKind(settings, context);
  return settings.thoughts === 'kept' ? target : dropThoughts(target);
}

async function openTargetKind(settings: TargetSettings, context: TargetContext): Promise<Target> {
  switch (settings.kind) {
    case 'prompt': {
      const text = await readTargetFile(settings.prompt, 'prompt', context.tree);
      if (context.chat === null)
        throw new Error(`target ${settings.prompt} was opened without a chat client`);
      return openPromptTarget(settings, { file: parsePromptFile(text, settings.prompt), chat: context.chat });
    }
    case 'command':
      return openProgram(settings, context);
    case 'module': {
      const command = [...context.scorerHost, normalizePath(settings.module), 'agent'];
      const target = await openProgram({ ...settings, kind: 'command', command }, context);
      return { ...target, description: describeTarget(settings).name };
    }
    case 'http':
      return openHttpTarget(settings, { ...context, client: context.http(settings.http) });
    case 'recorded': {
      const text = await readTargetFile(settings.recorded, 'recorded', context.tree);
      return openRecordedTarget(settings.recorded, parseRecordedAnswers(text, settings.recorded));
    }
    default: {
      const unknown: never = settings;
      throw new Error(`unknown target ${JSON.stringify(unknown)}`);
    }
  }
}

async function openProgram(
  settings: Extract<TargetSettings, { kind: 'command' }>,
  context: TargetContext,
): Promise<Target> {
  const { root } = context;
  if (root === null) throw new Error(`target ${settings.command} was opened without a folder to run in`);
  await using opened = new AsyncDisposableStack();
  const { env } = opened.use(await openCacheFolders(context.env));
  const target = opened.use(openCommandTarget(settings, { ...context, root, env }));
  const resources = opened.move();
  return { ...target, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/**
 * One side's own temporary and cache folders, removed at the end: a shared cache would answer one side with the
 * other's code.
 */
async function openCacheFolders(env: Env): Promise<AsyncDisposable & { readonly env: Env }> {
  // Named like a worktree: if this process is killed, the next one removes both.
  const folder = join(env['RUNNER_TEMP'] ?? tmpdir(), createWorktreeName(process.pid));
  await mkdir(folder, { mode: 0o700 });
  const temporary = join(folder, 'tmp');
  await mkdir(temporary);
  return {
    env: {
      ...env,
      TMPDIR: temporary,
      XDG_CACHE_HOME: join(folder, 'cache'),
      PYTHONPYCACHEPREFIX: join(folder, 'pycache'),
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
}

async function readTargetFile(path: string, key: string, tree: FileReader): Promise<string> {
  const text = await tree.read(normalizePath(path));
  if (text === null) {
    throw new UserError(
      `target ${key} ${path}: no such file in the ${tree.name}; paths are relative to the working directory`,
    );
  }
  return text;
}
