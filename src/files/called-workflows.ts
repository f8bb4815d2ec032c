import { posix } from 'node:path';
import type { FileReader } from '../ports/files.js';

const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/i;

/** `uses: ./.github/workflows/check.yml`, `{ uses: './actions/eval' }`: workflows and actions of the same commit. */
const LOCAL_USE = /\buses["']?\s*:\s*["']?\.\/([^\s"'#,}@]+)/g;

/** GitHub lets a workflow call far fewer. */
const MOST_FILES = 100;

/** True for the path of a workflow, from the root. */
export function isWorkflow(path: string): boolean {
  return WORKFLOW.test(path);
}

/**
 * What a workflow is made of, by path from the root: its own file, the workflows that it calls and the actions that it
 * takes from its own repository, a folder each, and what these use in turn; empty where there is no such file. Read from
 * the text, so one in a comment counts too.
 */
export async function readCalledWorkflows(
  path: string,
  files: FileReader,
): Promise<ReadonlyMap<string, string>> {
  const known = new Map<string, string>();
  const due = [path];
  for (let used = due.pop(); used !== undefined && known.size < MOST_FILES; used = due.pop()) {
    if (known.has(used) || used.startsWith('..')) continue;
    const text = isWorkflow(used)
      ? await files.read(used, 'anything')
      : ((await files.read(`${used}/action.yml`, 'anything')) ??
        (await files.read(`${used}/action.yaml`, 'anything')));
    if (text === null) continue;
    known.set(used, text);
    for (const [, local = ''] of text.matchAll(LOCAL_USE))
      due.push(posix.normalize(local).replace(/\/$/, ''));
  }
  return known;
}
