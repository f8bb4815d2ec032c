import { posix } from 'node:path';
import { fingerprintPrompt } from '../../coverage/stored-map.js';
import type { Coverage } from '../../model/coverage.js';
import { describeError } from '../../model/errors.js';
import type { Suite } from '../../model/suite.js';
import { describeTarget } from '../../model/target-settings.js';
import { renderLines } from '../../report/coverage/coverage-view.js';
import { renderFirst } from '../../text/values.js';
import type { LocalCheckout } from '../open-local.js';

const MAX_NAMED = 5;

/** The paragraphs of today's prompt that no case notices, if the local store has its map. */
export async function warnOfUnnoticed(suite: Suite, local: LocalCheckout): Promise<readonly string[]> {
  const { store, copy } = local;
  try {
    const prompts = new Set(await store.coveredPrompts(suite.name));
    if (prompts.size === 0) return [];
    const warnings: string[] = [];
    for (const path of await listPaths(suite, local)) {
      const text = await copy.head.reader.read(path, 'anything');
      const prompt = text === null ? '' : fingerprintPrompt({ path: posix.join(copy.prefix, path), text });
      if (!prompts.has(prompt)) continue;
      const read = await store.coverage(suite.name, prompt);
      if (read.status === 'unreadable') throw new Error(read.reason);
      if (read.status === 'found') warnings.push(...describeUnnoticed(path, read.coverage));
    }
    return warnings;
  } catch (thrown) {
    return [`The coverage map in the ${store.name} cannot be read: ${describeError(thrown)}`];
  }
}

/** The files that may be a prompt. A program may read any file. */
async function listPaths(suite: Suite, { copy }: LocalCheckout): Promise<readonly string[]> {
  const { prompt } = describeTarget(suite.target);
  return prompt === null ? ((await copy.head.reader.paths?.()) ?? []) : [prompt];
}

function describeUnnoticed(path: string, { blocks, createdAt }: Coverage): readonly string[] {
  const unnoticed = blocks.filter(({ state }) => state === 'unnoticed');
  if (unnoticed.length === 0) return [];
  const places = renderFirst(unnoticed, MAX_NAMED, ({ lines }) => renderLines(lines));
  return [
    `No case notices ${places} of ${path} (coverage of ${createdAt.slice(0, 10)}). Add cases that depend on them, or delete them.`,
  ];
}
