import { posix } from 'node:path';
import { findChangedBlocks } from '../coverage/changed-blocks.js';
import { fingerprintPrompt } from '../coverage/stored-map.js';
import type { ChangedFile } from '../model/changed-file.js';
import type { ChangedBlock } from '../model/coverage.js';
import type { Effects } from '../model/effects.js';
import type { Side } from '../model/side.js';
import type { PreparedSuite } from '../model/stages.js';
import { describeTarget } from '../model/target-settings.js';

/** Looks up the changed lines in the base's stored maps, without a model call. A map that cannot be read is ignored. */
export async function findKnownBlocks(
  { settings, base, prefix }: PreparedSuite,
  changedFiles: readonly ChangedFile[],
  { store, log }: Effects,
): Promise<readonly ChangedBlock[]> {
  if (base === null) return [];
  const found: ChangedBlock[] = [];
  for (const file of changedFiles) {
    if (file.before === '' || (file.role !== 'prompt' && file.role !== 'agent')) continue;
    const path = findBasePath(file, base, prefix);
    const read = await store.coverage(settings.name, fingerprintPrompt({ path, text: file.before }));
    if (read.status === 'unreadable') log.info(`The map of ${path} cannot be read: ${read.reason}`);
    if (read.status !== 'found') continue;
    const { blocks, cases, createdAt } = read.coverage;
    for (const block of findChangedBlocks(blocks, file)) found.push({ ...block, cases, createdAt });
  }
  return found;
}

/** The prompt may have another path on the base. */
function findBasePath({ path, role }: ChangedFile, { target }: Side, prefix: string): string {
  const { prompt } = describeTarget(target);
  return role === 'prompt' && prompt !== null ? posix.join(prefix, prompt) : path;
}
