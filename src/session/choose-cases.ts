import type { Case } from '../model/case.js';
import { UserError } from '../model/errors.js';
import type { PreparedSuite, SuitePreparation } from '../model/stages.js';
import { findNearestName } from '../text/nearest-name.js';
import { summarizeWords } from '../text/values.js';

/**
 * Keeps only the selected cases, on both sides, and drops suites without one. The conditions narrow each other. If only
 * unchanged suites are left, these are kept. Throws `UserError` for an id or tag that no changed suite has, and if no
 * case is left.
 */
export function chooseCases(
  suites: readonly SuitePreparation[],
  choice: CaseChoice | undefined,
): readonly SuitePreparation[] {
  if (choice === undefined) return suites;
  const ready = suites.filter((suite) => suite.status === 'ready');
  const unchanged = suites.filter((suite) => suite.status === 'unchanged');
  // The cases of unchanged suites are not read, and nothing has to run.
  if (ready.length === 0 && unchanged.length > 0) return unchanged;
  const problems = unknownNames(
    ready.flatMap(({ head, shown }) => [...head.cases, ...shown.rows.map(({ row }) => row)]),
    choice,
    unchanged.length === 0 ? 'no case' : 'no case of a suite that changed',
  );
  if (problems.length > 0) throw new UserError(problems);
  const chosen = ready.flatMap((suite) => chooseForSuite(suite, choice));
  if (chosen.length === 0 && unchanged.length > 0) return unchanged;
  if (chosen.length === 0) {
    throw new UserError(
      'case: no case is all of what --case, --tag and --failed ask for; leave one of them out',
    );
  }
  return chosen;
}

function chooseForSuite(suite: PreparedSuite, choice: CaseChoice): readonly PreparedSuite[] {
  const { settings, base, head, shown, notes } = suite;
  const failed = choice.failed?.get(settings.name) ?? [];
  const isChosen = ({ id, tags }: Case) =>
    (choice.ids === null || choice.ids.some((pattern) => matchesId(pattern, id))) &&
    (choice.tags === null || choice.tags.some((tag) => tags.includes(tag))) &&
    (choice.failed === null || failed.includes(id));
  const cases = head.cases.filter(isChosen);
  const rows = shown.rows.filter(({ row }) => isChosen(row));
  if (cases.length + rows.length === 0) return [];
  const all = head.cases.length;
  if (cases.length === all) return [suite];
  const ids = new Set(cases.map(({ id }) => id));
  const note = { kind: 'some-cases', ran: cases.length, of: all } as const;
  return [
    {
      ...suite,
      base: base && { ...base, cases: base.cases.filter(({ id }) => ids.has(id)) },
      head: { ...head, cases },
      shown: { ...shown, rows, regraded: shown.regraded.filter(({ baseId }) => ids.has(baseId)) },
      onlyShown: cases.length === 0,
      notes: cases.length === 0 ? notes : [note, ...notes],
      subset: { of: all },
    },
  ];
}

/** `*` matches any characters; an id that contains `*` also matches itself. */
function matchesId(pattern: string, id: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[^\w\s]/gu, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(id);
}

/** @param none `no case`, or of which suites. */
function unknownNames(
  cases: readonly Case[],
  { ids, tags }: CaseChoice,
  none: 'no case' | 'no case of a suite that changed',
): readonly string[] {
  const knownTags = [...new Set(cases.flatMap((row) => row.tags))];
  const knownIds = [...new Set(cases.map(({ id }) => id))];
  return [
    ...(ids ?? [])
      .filter((pattern) => !knownIds.some((id) => matchesId(pattern, id)))
      .map((id) => `case: ${none} has the id ${JSON.stringify(id)}. ${suggest(id, knownIds)}`),
    ...(tags ?? [])
      .filter((tag) => !knownTags.includes(tag))
      .map((tag) =>
        knownTags.length === 0
          ? `tag: ${none} has a tag, so none has ${JSON.stringify(tag)}; give rows of the dataset \`tags\``
          : `tag: ${none} has the tag ${JSON.stringify(tag)}. ${suggest(tag, knownTags)}`,
      ),
  ];
}

function suggest(name: string, known: readonly string[]): string {
  const near = findNearestName(name, known);
  return near === null
    ? `Known: ${summarizeWords(known.map((each) => `\`${each}\``))}.`
    : `Did you mean \`${near}\`?`;
}

/** Selected cases of a local run; `null` if all run. A case must meet every given condition. */
export type CaseChoice = {
  readonly ids: readonly string[] | null;
  readonly tags: readonly string[] | null;
  /** By suite, the ids of the cases that failed last. */
  readonly failed: ReadonlyMap<string, readonly string[]> | null;
};
