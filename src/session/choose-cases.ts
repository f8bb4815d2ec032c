import type { Case } from '../model/case.js';
import { UserError } from '../model/errors.js';
import type { PreparedSuite, SuiteRun } from '../model/suite-run.js';
import { nearestName } from '../text/nearest-name.js';
import { listed } from '../text/values.js';

/**
 * Keeps only the selected cases, on both sides, and drops suites without one. The conditions narrow each other. Throws
 * `UserError` for an id or tag without a case, and if no case is left.
 */
export function chooseCases(
  suites: readonly PreparedSuite[],
  choice: CaseChoice | undefined,
): readonly PreparedSuite[] {
  if (choice === undefined) return suites;
  const ready = suites.filter((suite) => suite.status === 'ready');
  const problems = unknownNames(
    ready.flatMap(({ files: { cases, shown } }) => [...cases, ...shown.map(({ row }) => row)]),
    choice,
  );
  if (problems.length > 0) throw new UserError(problems);
  const chosen = ready.flatMap((run) => chooseOf(run, choice));
  if (chosen.length === 0) {
    throw new UserError(
      'case: no case is all of what --case, --tag and --failed ask for; leave one of them out',
    );
  }
  return chosen;
}

function chooseOf(run: SuiteRun, choice: CaseChoice): readonly SuiteRun[] {
  const { files, suite } = run;
  const failed = choice.failed?.get(suite.name) ?? [];
  const isChosen = ({ id, tags }: Case) =>
    (choice.ids === null || choice.ids.some((pattern) => matchesId(pattern, id))) &&
    (choice.tags === null || choice.tags.some((tag) => tags.includes(tag))) &&
    (choice.failed === null || failed.includes(id));
  const cases = files.cases.filter(isChosen);
  const shown = files.shown.filter(({ row }) => isChosen(row));
  if (cases.length + shown.length === 0) return [];
  if (cases.length === files.cases.length) return [run];
  const ids = new Set(cases.map(({ id }) => id));
  const note = { kind: 'some-cases', ran: cases.length, of: files.cases.length } as const;
  return [
    {
      ...run,
      files: {
        ...files,
        cases,
        baseCases: files.baseCases.filter(({ id }) => ids.has(id)),
        shown,
        regraded: files.regraded.filter(({ baseId }) => ids.has(baseId)),
        onlyShown: cases.length === 0,
        notes: cases.length === 0 ? files.notes : [note, ...files.notes],
      },
      subset: { of: files.cases.length },
    },
  ];
}

/** `*` matches any characters; an id that contains `*` also matches itself. */
function matchesId(pattern: string, id: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[^\w\s]/gu, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(id);
}

function unknownNames(cases: readonly Case[], { ids, tags }: CaseChoice): readonly string[] {
  const knownTags = [...new Set(cases.flatMap((row) => row.tags))];
  const knownIds = [...new Set(cases.map(({ id }) => id))];
  return [
    ...(ids ?? [])
      .filter((pattern) => !knownIds.some((id) => matchesId(pattern, id)))
      .map((id) => `case: no case has the id ${JSON.stringify(id)}. ${suggest(id, knownIds)}`),
    ...(tags ?? [])
      .filter((tag) => !knownTags.includes(tag))
      .map((tag) =>
        knownTags.length === 0
          ? `tag: no case has a tag, so none has ${JSON.stringify(tag)}; give rows of the dataset \`tags\``
          : `tag: no case has the tag ${JSON.stringify(tag)}. ${suggest(tag, knownTags)}`,
      ),
  ];
}

function suggest(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  return near === null
    ? `Known: ${listed(known.map((each) => `\`${each}\``))}.`
    : `Did you mean \`${near}\`?`;
}

/** Selected cases of a local run; `null` if all run. A case must meet every given condition. */
export type CaseChoice = {
  readonly ids: readonly string[] | null;
  readonly tags: readonly string[] | null;
  /** By suite, the ids of the cases that failed last. */
  readonly failed: ReadonlyMap<string, readonly string[]> | null;
};
