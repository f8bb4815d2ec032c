import { CASE_COLUMNS, INPUT_ALIASES } from '../dataset/case-row.js';
import type { PromptFile } from '../dataset/prompt-file.js';
import { placeholdersIn } from '../dataset/render-prompt.js';
import { FEWEST_CASES } from '../decide/gate/mean-rules.js';
import { type Case, turnsOf } from '../model/case.js';
import { BUILTIN_JUDGE } from '../model/judge.js';
import type { Suite } from '../model/suite.js';
import { aboutTarget } from '../model/target-settings.js';
import { shortened } from '../report/console.js';
import { aboutScorer } from '../scorers/catalog.js';
import { grouped, renderFirst, renderList } from '../text/counts.js';
import { nearestName } from '../text/nearest-name.js';
import { wordsOf } from '../text/words.js';

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
  const wordsIn = ({ history, vars, ...row }: Case) =>
    wordsOf([...history.map(({ content }) => content), ...turnsOf(row), ...Object.values(vars)].join(' '));
  const groups = Map.groupBy(cases, (row) => wordsIn(row).join(' ').toLowerCase());
  const twins = [...groups.values()].flatMap(([first, ...others]) =>
    others.map(({ id }) => ({ id, of: first?.id ?? '' })),
  );
  if (twins.length === 0) return [];
  const asks = twins.length === 1 ? '1 case asks' : `${twins.length} cases ask`;
  const names = renderFirst(
    twins,
    MOST_NAMED,
    ({ id, of }) => `${shortened(id, 60)} (as ${shortened(of, 60)})`,
  );
  return [`${asks} the same as another, which weighs that question double: ${names}.`];
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
