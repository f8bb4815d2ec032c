import { CASE_COLUMNS, INPUT_ALIASES } from '../dataset/case-row.js';
import type { PromptFile } from '../dataset/prompt-file.js';
import { placeholdersIn } from '../dataset/render-prompt.js';
import { FEWEST_CASES } from '../decide/gate/mean-rule.js';
import type { Case } from '../model/case.js';
import { BUILTIN_JUDGE } from '../model/judge.js';
import { aboutTarget, type Suite } from '../model/suite.js';
import { shortened } from '../report/console-text.js';
import { aboutScorer } from '../scorers/catalog.js';
import { counted, grouped, renderFirst, renderList } from '../text/counts.js';
import { UNREADABLE } from '../text/file-text.js';
import { nearestName } from '../text/nearest-name.js';
import { wordsOf } from '../text/words.js';

/** Larger datasets are searched only for identical questions, since this compares all pairs. */
const MOST_COMPARED = 2_000;
/** Share of common words from which two questions are nearly the same. */
const NEARLY_SAME = 0.85;
/** Shorter questions have too few words to tell. */
const FEWEST_WORDS = 6;
const MOST_NAMED = 5;

export type LintSuite = {
  readonly suite: Suite;
  readonly cases: readonly Case[];
  /** `null` if the target is not a prompt. */
  readonly prompt: PromptFile | null;
};

/** Valid but surprising settings, a sentence each. */
export function listWarnings(linted: LintSuite): readonly string[] {
  return [
    ...warnOfFew(linted.cases),
    ...warnOfHashes(linted.cases),
    ...warnOfDuplicates(linted.cases),
    ...warnOfVariables(linted),
    ...warnOfLookalikes(linted),
    ...warnOfEncoding(linted),
  ];
}

/**
 * A warning about thresholds on the built-in judge's scores, in one line for all suites; none if there is no such
 * threshold.
 */
export function warnOfBuiltin(suites: readonly Suite[]): readonly string[] {
  const held = suites.filter(({ judge, scorers }) =>
    scorers.some(
      ({ use, gate }) =>
        judge.model === BUILTIN_JUDGE &&
        use.kind === 'prebuilt' &&
        aboutScorer(use.id)?.kind === 'judged' &&
        gate.threshold !== null,
    ),
  );
  if (held.length === 0) return [];
  const names = renderFirst(held, MOST_NAMED, ({ name }) => shortened(name, 60));
  return [
    `The \`threshold\` of ${names} applies to scores of the built-in judge, which judges by rules, only for a first look. For a gate, name a model as \`judge\`.`,
  ];
}

function warnOfFew(cases: readonly Case[]): readonly string[] {
  if (cases.length >= FEWEST_CASES) return [];
  return [
    `The mean is not tested below ${FEWEST_CASES} cases: only the threshold, or the collapse of a single case, can fail.`,
  ];
}

function warnOfDuplicates(cases: readonly Case[]): readonly string[] {
  const rows = cases.map((row) => {
    const words = wordsOf(
      [...row.history.map(({ content }) => content), row.input, ...Object.values(row.vars)].join(' '),
    );
    return {
      id: row.id,
      key: words.join(' ').toLowerCase(),
      words: new Set(words.map((word) => word.toLowerCase())),
    };
  });
  const twins = new Map<string, string>();
  const first = new Map<string, string>();
  for (const { id, key } of rows) {
    const known = first.get(key);
    if (known === undefined) first.set(key, id);
    else twins.set(id, known);
  }
  const compared = rows.length > MOST_COMPARED ? [] : rows;
  for (const [at, row] of compared.entries()) {
    if (twins.has(row.id) || row.words.size < FEWEST_WORDS) continue;
    const near = compared
      .slice(0, at)
      .find((other) => !twins.has(other.id) && isNearlySame(row.words, other.words));
    if (near !== undefined) twins.set(row.id, near.id);
  }
  if (twins.size === 0) return [];
  const name = ([id, of]: readonly [string, string]) => `${shortened(id, 60)} (as ${shortened(of, 60)})`;
  const what = twins.size === 1 ? '1 case asks' : `${twins.size} cases ask`;
  return [
    `${what} nearly the same as another, which weighs that question double: ${renderFirst([...twins], MOST_NAMED, name)}.`,
  ];
}

function isNearlySame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  if (small.size < NEARLY_SAME * large.size) return false;
  const common = [...small].filter((word) => large.has(word));
  if (common.length < NEARLY_SAME * (a.size + b.size - common.length)) return false;
  // A different number makes a different question.
  return ![...a, ...b].some((word) => /\p{N}/u.test(word) && a.has(word) !== b.has(word));
}

function warnOfHashes(cases: readonly Case[]): readonly string[] {
  const nameless = cases.filter(({ id, inputHash }) => id === inputHash);
  const [first] = nameless;
  if (first === undefined) return [];
  const have = nameless.length === 1 ? '1 case has' : `${grouped(nameless.length)} cases have`;
  return [
    `${have} no \`id\`, so a hash such as ${first.id} is used. With an id, \`--case\` can select a case, and an edited question stays the same case.`,
  ];
}

/** Unknown columns become variables, so a typing error in a column or a prompt would go unnoticed. */
function warnOfVariables({ cases, prompt, suite }: LintSuite): readonly string[] {
  const names = [...new Set(cases.flatMap(({ vars }) => Object.keys(vars)))];
  const asked = (name: string) => cases.some(({ vars, input }) => vars[name] === input);
  const used = new Set(prompt === null ? names : [...placeholdersIn(prompt), ...INPUT_ALIASES.filter(asked)]);
  const slips = names.flatMap((name) => {
    const isPlain =
      (INPUT_ALIASES as readonly string[]).includes(name) || (used.has(name) && prompt !== null);
    const meant = isPlain ? null : nearestName(name, [...CASE_COLUMNS, ...INPUT_ALIASES]);
    return meant === null ? [] : [{ name, meant }];
  });
  const unused = names.filter((name) => !used.has(name) && !slips.some((slip) => slip.name === name));
  return [
    ...slips.map(
      ({ name, meant }) =>
        `The column \`${name}\` is only a variable for the prompt. Did you mean \`${meant}\`?`,
    ),
    ...(unused.length === 0
      ? []
      : [
          `${renderList(unused.map((name) => `\`${name}\``))} ${unused.length === 1 ? 'is' : 'are'} in the dataset, and ${aboutTarget(suite.target).prompt ?? 'the prompt'} does not use ${unused.length === 1 ? 'it' : 'them'}.`,
        ]),
  ];
}

/** Other template languages' placeholders. */
const LOOKALIKE = /\$\{\s*(\w+)\s*\}|(?<!\{)\{\s*(\w+)\s*\}(?!\})|<%=?\s*(\w+)\s*%>|\{%\s*(\w+)\s*%\}/g;

function warnOfLookalikes({ cases, prompt }: LintSuite): readonly string[] {
  if (prompt === null) return [];
  const names = new Set(['input', ...cases.flatMap(({ vars }) => Object.keys(vars))]);
  const found = prompt.messages.flatMap(({ content }) =>
    [...content.matchAll(LOOKALIKE)].flatMap(([written, ...groups]) => {
      const name = groups.find((group) => group !== undefined);
      return name !== undefined && names.has(name) ? [{ written, name }] : [];
    }),
  );
  return [...new Map(found.map((each) => [each.written, each])).values()].map(
    ({ written, name }) =>
      `${prompt.path} has \`${shortened(written, 60)}\`, which is not a placeholder: to insert the value, write \`{{${name}}}\`.`,
  );
}

function warnOfEncoding({ cases, suite }: LintSuite): readonly string[] {
  const rows = cases.filter((row) =>
    JSON.stringify([row.input, row.vars, row.groundTruth]).includes(UNREADABLE),
  );
  const [first] = rows;
  return first === undefined
    ? []
    : [
        `${counted(rows.length, 'case')} of ${suite.dataset} hold${rows.length === 1 ? 's' : ''} the sign ${UNREADABLE} (first: ${shortened(first.id, 60)}): if the file is not UTF-8, save it as UTF-8.`,
      ];
}
