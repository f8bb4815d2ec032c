import { readCalledWorkflows } from '../files/reached-files.js';
import { parseYamlDocument } from '../files/yaml-document.js';
import { UserError } from '../ports/errors.js';
import type { FileReader } from '../ports/files.js';
import { codeSpan, cutText, type Fields, isFields, isList } from '../text/values.js';
import { INPUTS } from './inputs/input-table.js';

const LONGEST_SHOWN = 200;

/** What the uses of this action are given, by where they stand and by name; and the files that nobody can read. */
type Given = {
  readonly uses: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly usesThis: boolean;
  readonly unread: readonly string[];
};

/**
 * What a pull request changes in the inputs that its workflow gives this action, a line each, those that we know first.
 * GitHub runs the pull request's workflow, so no base decides them: whoever reads the result has to see them, also where
 * they move from one job to another, and where they can no longer be seen.
 *
 * @param path of the workflow that runs, from the root.
 * @param files of both sides, from the root.
 * @param running the repository, `owner/name`, that the runner took this action from; null where it is not known.
 */
export async function workflowChanges(
  path: string,
  files: { readonly head: FileReader; readonly base: FileReader },
  running: string | null,
): Promise<readonly string[]> {
  const isThisAction = createIsThisAction(running);
  const read = (side: FileReader) => readGiven(path, side, isThisAction);
  const [now, was] = [await read(files.head), await read(files.base)];
  // A workflow that is new has nothing that it was before.
  if (!was.usesThis) return [];
  const unseen = [
    ...now.unread.map((file) => `${nameIt(file)} cannot be read as YAML`),
    ...(now.usesThis || now.unread.length > 0 ? [] : [`${nameIt(path)} names this action no more`]),
  ].map((why) => `${why}: what the workflow gives this action is not known.`);
  const names = new Set([...was.uses.values(), ...now.uses.values()].flatMap((given) => [...given.keys()]));
  const ours = INPUTS.map((input) => input.name).filter((name) => names.delete(name));
  return [...unseen, ...[...ours, ...names].flatMap((name) => changesOf(name, now, was))];
}

function changesOf(name: string, now: Given, was: Given): readonly string[] {
  const places = [...new Set([...was.uses.keys(), ...now.uses.keys()])].filter(
    (place) => was.uses.get(place)?.get(name) !== now.uses.get(place)?.get(name),
  );
  if (places.length === 0) return [];
  const valuesIn = ({ uses }: Given) =>
    places.map((place) => uses.get(place)?.get(name) ?? 'none').join(', ');
  const isSecret = INPUTS.some((input) => input.name === name && input.secret);
  const values = isSecret ? '' : ` ${valuesIn(was)} → ${valuesIn(now)}`;
  return [`${nameIt(name)} in the workflow${values}: it is the pull request's, and counts at once.`];
}

/** Names and values are whatever the pull request writes. */
function nameIt(given: string): string {
  return codeSpan(cutText(given, LONGEST_SHOWN));
}

async function readGiven(
  path: string,
  files: FileReader,
  isThisAction: (use: Fields) => boolean,
): Promise<Given> {
  const uses = new Map<string, ReadonlyMap<string, string>>();
  const unread: string[] = [];
  let usesThis = false;
  for (const [file, text] of await readCalledWorkflows(path, files)) {
    try {
      const document = parseYamlDocument(text, file);
      for (const [job, used] of listUses(document.valueOf(document.root))) {
        const handing = used.filter((use) => isThisAction(use) || isLocal(use));
        usesThis ||= handing.some(isThisAction);
        for (const [index, use] of handing.entries())
          uses.set(JSON.stringify([file, job, index]), inputsOf(use));
      }
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      unread.push(file);
    }
  }
  return { uses, usesThis, unread };
}

function inputsOf({ with: inputs }: Fields): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(isFields(inputs) ? inputs : {}).map(([name, value]) => [
      name,
      nameIt(typeof value === 'string' ? value : JSON.stringify(value)),
    ]),
  );
}

/** Steps and calls, by job: of a workflow, or of an action that is made of steps. */
function listUses(file: unknown): readonly (readonly [job: string, uses: readonly Fields[]])[] {
  if (!isFields(file)) return [];
  const jobs = Object.entries(isFields(file['jobs']) ? file['jobs'] : { '': file['runs'] });
  return jobs.flatMap(([name, job]) =>
    isFields(job)
      ? [[name, [job, ...(isList(job['steps']) ? job['steps'].filter(isFields) : [])]] as const]
      : [],
  );
}

/** By its usual name, and, of a copy under another one, by the repository that runs. */
function createIsThisAction(running: string | null): (use: Fields) => boolean {
  const repository = running?.toLowerCase();
  return ({ uses }) => {
    if (typeof uses !== 'string') return false;
    const [name = ''] = uses.toLowerCase().split('@');
    return /(?:^|\/)prompt-regression$/.test(name) || name.split('/').slice(0, 2).join('/') === repository;
  };
}

/** A workflow or an action of the same repository, which may hand on what it is given. */
function isLocal({ uses }: Fields): boolean {
  return typeof uses === 'string' && uses.startsWith('./');
}
