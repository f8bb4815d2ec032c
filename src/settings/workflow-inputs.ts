import { readCalledWorkflows } from '../files/reached-files.js';
import { parseYamlDocument } from '../files/yaml-document.js';
import { UserError } from '../ports/errors.js';
import type { FileReader } from '../ports/files.js';
import { codeSpan, cutText, type Fields, isFields, isList } from '../text/values.js';
import { INPUTS } from './inputs/input-table.js';

const LONGEST_SHOWN = 200;

/** What a workflow hands to this action, by name. */
type Given = ReadonlyMap<string, string>;

/**
 * What a pull request changes in the inputs that its workflow gives this action, a line each. GitHub runs the pull
 * request's workflow, so no base decides them: whoever reads the result has to see them.
 *
 * @param path of the workflow that runs, from the root.
 * @param files of both sides, from the root.
 */
export async function workflowChanges(
  path: string,
  files: { readonly head: FileReader; readonly base: FileReader },
): Promise<readonly string[]> {
  const [now, was] = [await readGiven(path, files.head), await readGiven(path, files.base)];
  // A workflow that is new has nothing that it was before.
  if (now === null || was === null) return [];
  return [...new Set([...was.keys(), ...now.keys()])].flatMap((name) => {
    const [before, after] = [was.get(name), now.get(name)];
    if (before === after) return [];
    const isSecret = INPUTS.some((input) => input.name === name && input.secret);
    const values = isSecret ? '' : ` ${before ?? 'none'} → ${after ?? 'none'}`;
    return [`${nameIt(name)} in the workflow${values}: it is the pull request's, and counts at once.`];
  });
}

/** Names and values are whatever the pull request writes. */
function nameIt(given: string): string {
  return codeSpan(cutText(given, LONGEST_SHOWN));
}

/** `null` where no file of the workflow uses this action, or one cannot be read. */
async function readGiven(path: string, files: FileReader): Promise<Given | null> {
  const used: Fields[] = [];
  for (const [file, text] of await readCalledWorkflows(path, files)) {
    try {
      const document = parseYamlDocument(text, file);
      used.push(...listUses(document.valueOf(document.root)));
    } catch (thrown) {
      if (thrown instanceof UserError) return null;
      throw thrown;
    }
  }
  if (!used.some((use) => isThisAction(use))) return null;
  const given = new Map<string, string>();
  for (const { with: inputs } of used.filter((use) => isThisAction(use) || isLocal(use))) {
    for (const [name, value] of Object.entries(isFields(inputs) ? inputs : {})) {
      const before = given.get(name);
      const text = nameIt(typeof value === 'string' ? value : JSON.stringify(value));
      given.set(name, before === undefined ? text : `${before}, ${text}`);
    }
  }
  return given;
}

/** Steps and calls: of each job of a workflow, or of an action that is made of steps. */
function listUses(file: unknown): readonly Fields[] {
  if (!isFields(file)) return [];
  const jobs = isFields(file['jobs']) ? Object.values(file['jobs']) : [file['runs']];
  return jobs
    .filter(isFields)
    .flatMap((job) => [job, ...(isList(job['steps']) ? job['steps'].filter(isFields) : [])]);
}

function isThisAction({ uses }: Fields): boolean {
  return typeof uses === 'string' && /(?:^|\/)prompt-regression(?:@|$)/i.test(uses);
}

/** A workflow or an action of the same repository, which may hand on what it is given. */
function isLocal({ uses }: Fields): boolean {
  return typeof uses === 'string' && uses.startsWith('./');
}
