type RemovedKind = 'input' | 'flag' | 'key' | 'command';

/** By kind and name, what replaces it, as whole sentences. A key of the config file has its bare name, wherever it was. */
const REMOVED: Readonly<Record<RemovedKind, Readonly<Record<string, string>>>> = {
  input: {},
  flag: {},
  key: {
    'min-agreement':
      'Labels stop no run any more: `prompt-regression judge-check` prints how far the judge agrees with them.',
    reference:
      'To compare with a release, give a scheduled run the git ref as `baseline`: it fails like a pull request (see examples/nightly.yml).',
  },
  command: {
    history: 'The job summary of every run on the base branch has a table of the last 20 baselines.',
    completion: 'Type `prompt-regression help` for the commands, and `help <command>` for its flags.',
    rejudge:
      'A stored baseline is judged again by itself as soon as the judge is another: run `prompt-regression run`.',
  },
};

/** What replaces a removed name; `null` for a name that never existed. */
export function replacementOf(kind: RemovedKind, name: string): string | null {
  const rows = REMOVED[kind];
  return Object.hasOwn(rows, name) ? (rows[name] ?? null) : null;
}
