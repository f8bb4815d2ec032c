import { z } from 'zod';
import { normalizePath } from '../files/readers.js';
import { UserError } from '../model/errors.js';
import { omitKeys } from '../model/omit-keys.js';
import { omitUndefined } from '../model/omit-undefined.js';
import { FAIL_ON, type GateSettings, type NamedScorer, type ScorerSettings } from '../model/suite.js';
import { findScorer, SCORERS } from '../scorers/catalog.js';
import type { ScorerInfo } from '../scorers/scorer.js';
import { findNearestName } from '../text/nearest-name.js';
import { toKebabCase } from '../text/values.js';
import { DEFAULT_ANSWER_TIMEOUT_MS, DEFAULT_GATE, DEFAULT_SCORERS, DEFAULT_WORKERS } from './defaults.js';
import { choice, command, filePath, group, list, program, rise, SHARE_RULE, share, text } from './values.js';

const threshold = share()
  .describe('Lowest acceptable mean, such as 0.8 or 80%. If lower is better, the highest.')
  .optional();

const groupConfig = group({
  threshold,
  'max-drop': share()
    .describe("Smallest fall of the group's mean that counts. Default: the suite's max-drop.")
    .optional(),
});

/** With an id, the JSON Schema has it once, not in every scorer. */
export const gateConfig = group({
  threshold,
  'max-drop': share().describe('Smallest fall of the mean that counts. Default: 0.02.').optional(),
  'case-drop': z
    .union([z.literal('off').transform(() => null), share()], { error: `${SHARE_RULE}, or off` })
    .describe('Fall of one case that counts once it is confirmed, or off. Default: 0.45.')
    .optional(),
  'lost-facts': z
    .union([z.literal('off').transform(() => null), z.int().min(1)], {
      error: 'must be a whole number from 1, or off',
    })
    .describe('Answers that lose a fact before the check fails, in up to 49 cases, or off. Default: 3.')
    .optional(),
  tags: z
    .record(text('must be a tag'), groupConfig, { error: 'must be a group of tags, each with its limits' })
    .describe('Groups of cases by tag, each with its own threshold and max-drop. Default: none.')
    .optional(),
  'max-cost-rise': rise()
    .describe("By how much an answer's median tokens may rise, such as 20%. Default: no limit.")
    .optional(),
  'max-time-rise': rise()
    .describe("By how much an answer's median time may rise, such as 50%. Default: no limit.")
    .optional(),
  'fail-on': z
    .array(choice(FAIL_ON), { error: `must be a list of ${FAIL_ON.join(', ')}` })
    .describe('Reasons that fail the job. Default: all but worse. An empty list never fails it.')
    .optional(),
  'on-missing-baseline': choice(['pass', 'fail']).describe('Default: pass.').optional(),
}).meta({ id: 'gate' });

export type GateConfig = z.output<typeof gateConfig>;

const IDS = SCORERS.map(({ id }) => id);
const SCORER_RULE = `must be a scorer (${IDS.join(', ')}), or a group with its \`id\` and its options; one of your own is given by \`path\` or \`command\``;

function describeScorerRule(scorerText: string): string {
  const near = findNearestName(scorerText, IDS);
  return near === null ? SCORER_RULE : `must be a scorer, perhaps \`${near}\``;
}

/** The keys that a scorer's group may have; `null` if no scorer has this id. */
export function listScorerKeys(id: unknown): readonly string[] | null {
  const about = SCORERS.find((known) => known.id === id);
  return about === undefined
    ? null
    : ['id', ...Object.keys(common), ...Object.keys(about.options.shape).map(toKebabCase)];
}

const NAME_RULE =
  'must start with a letter or digit and hold only letters, digits, `.`, `_` and `-`, at most 64';
const common = {
  name: text(NAME_RULE, /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/)
    .describe('Its name in reports and records. Needed if a scorer is used twice. Default: its id.')
    .optional(),
  gate: gateConfig.describe("Overrides of the suite's gate for this scorer.").optional(),
};

const COMMAND = '[python3, evals/score.py]';

/** The repository's file in a command: its code scores. */
export function findScript(words: readonly string[]): string | undefined {
  return words.find((word) => /^(?![-/]).*(?:\/|\.[a-z]\w*$)/i.test(word));
}

/** An entry of `scorers:`: an id, a group with its options, or a file or program of the repository's own. */
export const scorerConfig = z.union(
  [
    z.string().refine((given) => findStringProblem(given) === null, {
      error: (issue) => findStringProblem(String(issue.input)) ?? SCORER_RULE,
    }),
    // Lazy, because building two dozen groups takes a part of every start.
    ...SCORERS.map((about) => z.lazy(() => createPrebuiltGroup(about))),
    group({
      path: filePath().describe('A file whose default export is made with createScorer.'),
      ...common,
      ...program,
    }),
    group({
      command: command(COMMAND)
        .refine((words) => findScript(words) !== undefined, {
          error: `must name the scorer's file in the repository, for example ${COMMAND}`,
        })
        .describe('Program and arguments that score answers over JSON Lines, started without a shell.'),
      ...common,
      ...program,
    }),
  ],
  { error: SCORER_RULE },
);

export type ConfigScorer = string | PrebuiltConfig | OwnConfig;
type ScorerFields = { readonly name?: string | undefined; readonly gate?: GateConfig | undefined };
/** Options are next to these keys, under kebab-case names. */
export type PrebuiltConfig = ScorerFields & { readonly id: string; readonly [option: string]: unknown };
export type OwnConfig = ScorerFields & {
  readonly path?: string | undefined;
  readonly command?: readonly string[] | undefined;
  readonly workers?: number | undefined;
  readonly timeout?: number | undefined;
  readonly env?: readonly string[] | undefined;
};

/** True if the text can only be a path, so that it names a scorer in the repository. */
export function isOwnScorer(scorerText: string): boolean {
  return scorerText.includes('/') || /\.[cm]?[jt]s$/.test(scorerText);
}

function createPrebuiltGroup(about: ScorerInfo) {
  const options = Object.entries(about.options.shape).map(
    ([name, schema]) => [toKebabCase(name), removeDefault(schema)] as const,
  );
  return group({
    id: z.literal(about.id, {
      error: ({ input }) => describeScorerRule(typeof input === 'string' ? input : ''),
    }),
    ...common,
    ...Object.fromEntries(options),
  }).superRefine((given, context) => {
    // Rules about several options together: an invalid pattern, a missing limit.
    for (const { path, message } of listOptionIssues(about, given)) {
      context.addIssue({ code: 'custom', path: [...path], message });
    }
  });
}

export function toCodeOptions(
  about: ScorerInfo,
  scorerGroup: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.keys(about.options.shape).flatMap((option) => {
      const value = scorerGroup[toKebabCase(option)];
      return value === undefined ? [] : [[option, value]];
    }),
  );
}

/** The scorer's own problems with a group's options, under their names in the config. */
function listOptionIssues(about: ScorerInfo, scorerGroup: Readonly<Record<string, unknown>>) {
  const parsed = about.options.safeParse(toCodeOptions(about, scorerGroup));
  return (parsed.error?.issues ?? []).map(({ path, message }) => ({
    path: path.map((key, index) => (index === 0 ? toKebabCase(String(key)) : key)),
    message,
  }));
}

/** The problem with a bare word that should name a scorer; `null` if it does. */
function findStringProblem(scorerText: string): string | null {
  if (isOwnScorer(scorerText)) return null;
  const about = SCORERS.find(({ id }) => id === scorerText);
  if (about === undefined) return describeScorerRule(scorerText);
  const issues = listOptionIssues(about, {});
  if (issues.length === 0) return null;
  const needed = issues.map(({ path, message }) => [path.join('.'), message].join(' ').trim()).join('; ');
  return `needs options, so it must be a group, \`{ id: ${scorerText}, … }\` (${needed})`;
}

/** The catalog's schema fills in defaults later; here they are only shown. */
function removeDefault(schema: z.core.$ZodType): z.core.$ZodType {
  if (!(schema instanceof z.ZodDefault)) return schema;
  const inner: z.core.$ZodType = schema.unwrap();
  if (!(inner instanceof z.ZodType)) return schema;
  const defaultText = `Default: ${JSON.stringify(schema.parse(undefined))}.`;
  return inner.describe([inner.description, defaultText].join(' ').trim()).optional();
}

export const scorerList = list(scorerConfig, 'must be a list of scorers, for example [answer-relevancy]');

function resolveGate(gate: GateConfig): GateSettings {
  const maxDrop = gate['max-drop'] ?? DEFAULT_GATE.maxDrop;
  const tags = Object.entries(gate.tags ?? {}).map(([tag, limits]) => [
    tag,
    { threshold: limits.threshold ?? null, maxDrop: limits['max-drop'] ?? maxDrop },
  ]);
  return {
    threshold: gate.threshold ?? DEFAULT_GATE.threshold,
    maxDrop,
    tags: Object.fromEntries(tags),
    maxCostRise: gate['max-cost-rise'] ?? DEFAULT_GATE.maxCostRise,
    maxTimeRise: gate['max-time-rise'] ?? DEFAULT_GATE.maxTimeRise,
    lostFacts: gate['lost-facts'] === undefined ? DEFAULT_GATE.lostFacts : gate['lost-facts'],
    caseDrop: gate['case-drop'] === undefined ? DEFAULT_GATE.caseDrop : gate['case-drop'],
    failOn: gate['fail-on'] ?? DEFAULT_GATE.failOn,
    onMissingBaseline: gate['on-missing-baseline'] ?? DEFAULT_GATE.onMissingBaseline,
  };
}

/**
 * The suite's thresholds are only for the first scorer, since scores of two measures do not compare. Cost and time are the
 * agent's, whatever scores its answers, so the first scorer alone decides them.
 */
function inheritGate(gate: GateConfig): GateConfig {
  const tags = Object.entries(gate.tags ?? {}).map(([tag, limits]) => [
    tag,
    { ...limits, threshold: undefined },
  ]);
  return {
    ...gate,
    threshold: undefined,
    tags: Object.fromEntries(tags),
    'max-cost-rise': undefined,
    'max-time-rise': undefined,
  };
}

export function resolveScorers(suite: {
  readonly name: string;
  readonly scorers?: readonly ConfigScorer[] | undefined;
  readonly gate?: GateConfig | undefined;
}): readonly ScorerSettings[] {
  const scorers = (suite.scorers ?? DEFAULT_SCORERS).map((given, index): ScorerSettings => {
    const config = typeof given === 'string' ? { gate: undefined } : given;
    const inherited = index === 0 ? suite.gate : inheritGate(suite.gate ?? {});
    return { ...resolveUse(given), gate: resolveGate({ ...inherited, ...removeEmptyKeys(config.gate) }) };
  });
  const repeated = scorers.filter(
    ({ name }, index) => scorers.findIndex((other) => other.name === name) < index,
  );
  if (repeated.length > 0) {
    throw new UserError(
      repeated.map(
        ({ name }) =>
          `scorers: suite \`${suite.name}\` has two scorers called ${JSON.stringify(name)}: give one of them another \`name\`.`,
      ),
    );
  }
  return scorers;
}

/** Without empty keys, which would hide inherited values. */
function removeEmptyKeys(gate: GateConfig | undefined): GateConfig {
  return Object.fromEntries(Object.entries(gate ?? {}).filter(([, value]) => value !== undefined));
}

function resolveUse(scorer: ConfigScorer): NamedScorer {
  if (typeof scorer === 'string') {
    return isOwnScorer(scorer)
      ? resolveOwnScorer({ path: normalizePath(scorer) })
      : resolvePrebuiltScorer(scorer, {});
  }
  if (!('id' in scorer)) return resolveOwnScorer(scorer as OwnConfig);
  const { id, name, ...others } = scorer as Extract<ConfigScorer, { id: string }>;
  return resolvePrebuiltScorer(id, omitKeys(others, 'gate'), name);
}

function resolveOwnScorer(scorerEntry: OwnConfig): NamedScorer {
  const { command, name, workers, timeout, env } = scorerEntry;
  const path = scorerEntry.path ?? normalizePath(findScript(command ?? []) ?? '');
  return {
    name: name ?? deriveName(path),
    use: omitUndefined({
      kind: 'own',
      path,
      command,
      env: env ?? [],
      workers: workers ?? DEFAULT_WORKERS,
      timeoutMs: timeout ?? DEFAULT_ANSWER_TIMEOUT_MS,
    }),
  };
}

/** `evals/my-scorer.ts` → `my-scorer`. */
function deriveName(path: string): string {
  const file = path.split('/').at(-1) ?? path;
  return file.replace(/\.\w+$/, '').replaceAll(/[^A-Za-z0-9._-]+/g, '-') || 'own-scorer';
}

function resolvePrebuiltScorer(
  id: string,
  options: Readonly<Record<string, unknown>>,
  name?: string,
): NamedScorer {
  const about = findScorer(id);
  if (about === null) throw new Error(`the config schema let the scorer ${id} pass`);
  return {
    name: name ?? id,
    use: { kind: 'prebuilt', id, options: about.options.parse(toCodeOptions(about, options)) },
  };
}
