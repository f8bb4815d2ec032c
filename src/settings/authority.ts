import { isDeepStrictEqual } from 'node:util';
import type { GateSettings } from '../ports/decision.js';
import {
  type JudgeSettings,
  type Limits,
  type OwnScorerSettings,
  type ProviderSettings,
  type ReferenceChoice,
  type ScorerSettings,
  type Settings,
  type StoreSettings,
  type SuiteSettings,
  type TargetSettings,
  withoutKey,
} from '../ports/settings.js';
import { codeSpan, kebabCase } from '../text/values.js';
import { aboutSuite } from './resolve-suite.js';

export type AppliedSettings = {
  readonly settings: Settings;
  /** By suite: what the pull request changes and what holds, one line each. Suites without changes are not in it. */
  readonly changes: ReadonlyMap<string, readonly string[]>;
};

/** Who decides a setting, and how a pull request's change of it is told. */
type Row<Group, Value> = {
  readonly decides: 'base' | 'head';
  /** What holds, where it is neither side's value as it is. */
  readonly settle?: (now: Group, was: Group) => Value;
  /** One line a change. */
  readonly tell: (now: Group, was: Group) => readonly string[];
};

type Table<Group> = { readonly [Key in keyof Group]-?: Row<Group, Group[Key]> };
type RunSettings = Omit<Settings, 'suites' | 'mistaken' | 'notices'>;

const GATE: { readonly [Key in keyof GateSettings]-?: (gate: GateSettings) => string } = {
  threshold: ({ threshold }) => plain(threshold),
  maxDrop: ({ maxDrop }) => plain(maxDrop),
  caseDrop: ({ caseDrop }) => plain(caseDrop),
  failOn: ({ failOn }) => (failOn.length === 0 ? 'nothing' : failOn.join(', ')),
  onMissingBaseline: ({ onMissingBaseline }) => onMissingBaseline,
};

/** Both sides have the same, or the report tells it elsewhere. */
const untold = () => [];

/** Who decides what of a suite: what is under test is the head's, how it is measured the base's. */
const SUITE: Table<SuiteSettings> = {
  name: { decides: 'base', tell: (now, was) => change('name', now.name, was.name, plain) },
  dataset: { decides: 'head', tell: untold },
  target: { decides: 'head', tell: targetChange },
  provider: {
    decides: 'head',
    tell: (now, was) => asked('base-url', withoutKey(now.provider), withoutKey(was.provider), addressInWords),
  },
  task: {
    decides: 'base',
    tell: (now, was) =>
      now.task === was.task
        ? []
        : ["`task` is edited in the pull request's config: counts after the merge; judged under the base's."],
  },
  // What changes inside the file is told where both sides' files are read (`session/read-labels.ts`).
  labels: { decides: 'base', tell: (now, was) => change('labels', now.labels, was.labels, pathInWords) },
  givenLabels: { decides: 'head', tell: untold },
  minAgreement: {
    decides: 'base',
    tell: (now, was) => change('min-agreement', now.minAgreement, was.minAgreement, plain),
  },
  watch: { decides: 'base', settle: mergeWatch, tell: watchChange },
  // Its mistakes are the head's to mend; a change is told with `watch`.
  givenWatch: { decides: 'head', tell: untold },
  scorers: {
    decides: 'base',
    tell: (now, was) => [
      ...gateChanges(now.scorers, was.scorers),
      ...change('scorers', now.scorers.map(scorerIdentity), was.scorers.map(scorerIdentity), scorersInWords),
    ],
  },
  judge: {
    decides: 'base',
    tell: (now, was) => change('judge', judgeIdentity(now.judge), judgeIdentity(was.judge), judgeInWords),
  },
  repeat: { decides: 'base', tell: (now, was) => change('repeat', now.repeat, was.repeat, plain) },
  baselineRepeat: {
    decides: 'base',
    tell: (now, was) => change('baseline-repeat', now.baselineRepeat, was.baselineRepeat, plain),
  },
  reference: {
    decides: 'base',
    tell: (now, was) => change('reference', now.reference, was.reference, referenceInWords),
  },
  givenReference: { decides: 'head', tell: untold },
};

/** Who decides what of the whole run. `baseline` and `publish` are the workflow's: both sides have the same. */
const RUN: Table<RunSettings> = {
  // A budget that the head could starve would leave nothing to decide on.
  limits: {
    decides: 'base',
    tell: (now, was) => change('limits', now.limits, was.limits, limitsInWords),
  },
  store: { decides: 'base', tell: (now, was) => change('store', now.store, was.store, storeInWords) },
  baseline: { decides: 'base', tell: untold },
  publish: { decides: 'base', tell: untold },
  prices: { decides: 'head', tell: untold },
};

/**
 * Lets the base decide how the pull request is measured, by the tables above. A suite that the head removes still runs,
 * a new one is as the head says.
 */
export function applyBaseSettings(head: Settings, base: Settings | null): AppliedSettings {
  if (base === null) return { settings: head, changes: new Map() };
  const changes = new Map<string, readonly string[]>();
  const note = (suite: string, lines: readonly string[]) => {
    if (lines.length > 0) changes.set(suite, [...(changes.get(suite) ?? []), ...lines]);
  };
  const isMistaken = new Set([...head.mistaken.keys()].map((name) => name.toLowerCase()));
  // Nothing of the base stands in for what is wrong at head.
  const kept = base.suites
    .filter(({ name }) => !isMistaken.has(name.toLowerCase()))
    .map((was) => {
      const now = findSuite(head, was.name);
      if (now === undefined) {
        note(was.name, ['The pull request removes this suite; it still runs, and is gone after the merge.']);
        return was;
      }
      note(was.name, tellAll(SUITE, now, was));
      return settleAll(SUITE, now, was);
    });
  const added = head.suites.filter(({ name }) => findSuite(base, name) === undefined);
  const suites = [...kept, ...added];
  const ofRun = tellAll(RUN, head, base);
  for (const suite of suites) note(suite.name, ofRun);
  const notices = [
    ...base.notices,
    ...head.notices.filter((line) => !base.suites.some(({ name }) => line.startsWith(aboutSuite(name)))),
  ];
  const run = settleAll(RUN, head, base);
  return { settings: { ...run, suites, mistaken: head.mistaken, notices: [...new Set(notices)] }, changes };
}

/** The suite of this name, however it is spelt: to GitHub the statuses of `Support` and `support` are one. */
export function findSuite({ suites }: Pick<Settings, 'suites'>, name: string): SuiteSettings | undefined {
  return suites.find((suite) => suite.name.toLowerCase() === name.toLowerCase());
}

function settleAll<Group extends object>(table: Table<Group>, now: Group, was: Group): Group {
  const keys = Object.keys(table) as (keyof Group)[];
  const settled = keys.map((key) => {
    const { decides, settle } = table[key];
    return [key, settle === undefined ? (decides === 'base' ? was : now)[key] : settle(now, was)] as const;
  });
  // The table's type ties each key to its value.
  return Object.fromEntries(settled) as Group;
}

function tellAll<Group extends object>(table: Table<Group>, now: Group, was: Group): readonly string[] {
  return Object.values<Row<Group, unknown>>(table).flatMap(({ tell }) => tell(now, was));
}

/** The base's list; where the head asks something else, what the head watches for it counts besides. */
function mergeWatch(now: SuiteSettings, was: SuiteSettings): readonly string[] {
  const asksTheSame = now.dataset === was.dataset && isDeepStrictEqual(now.target, was.target);
  return asksTheSame ? was.watch : [...new Set([...was.watch, ...now.watch])];
}

function targetChange(now: SuiteSettings, was: SuiteSettings): readonly string[] {
  return asked('target', targetIdentity(now.target), targetIdentity(was.target), targetInWords);
}

/** The gates of the scorers that both sides have. */
function gateChanges(now: readonly ScorerSettings[], was: readonly ScorerSettings[]): readonly string[] {
  return was.flatMap(({ name, gate: before }) => {
    const after = now.find((scorer) => scorer.name === name)?.gate;
    if (after === undefined) return [];
    const of = was.length === 1 ? '' : ` of ${name}`;
    return Object.entries(GATE).flatMap(([key, inWords]) =>
      change(`${kebabCase(key)}${of}`, inWords(after), inWords(before), plain),
    );
  });
}

function watchChange(now: SuiteSettings, was: SuiteSettings): readonly string[] {
  const watched = mergeWatch(now, was);
  const gone = was.watch.filter((glob) => !now.watch.includes(glob));
  const added = now.watch.filter((glob) => !watched.includes(glob));
  const parts = [
    ...(gone.length > 0 ? [`removes ${gone.map(codeSpan).join(', ')}`] : []),
    ...(added.length > 0 ? [`adds ${added.map(codeSpan).join(', ')}`] : []),
  ];
  if (parts.length === 0) return [];
  return [
    `\`watch\`: the pull request's config ${parts.join(' and ')}: counts after the merge; the base's list holds.`,
  ];
}

/** One line where the two differ, and the head's is what is asked. */
function asked<Value>(
  name: string,
  now: Value,
  was: Value,
  inWords: (value: Value) => string,
): readonly string[] {
  return isDeepStrictEqual(now, was)
    ? []
    : [`\`${name}\` ${inWords(was)} → ${inWords(now)} in the pull request's config: that is what was asked.`];
}

/** One line where the two differ, and the base's holds. */
function change<Value>(
  name: string,
  now: Value,
  was: Value,
  inWords: (value: Value) => string,
): readonly string[] {
  if (isDeepStrictEqual(now, was)) return [];
  return [
    `\`${name}\` ${inWords(was)} → ${inWords(now)} in the pull request's config: counts after the merge; decided with ${inWords(was)}.`,
  ];
}

/** What only changes how fast a target or a scorer is changes nothing that it says. */
function withoutPace<Group extends CommandSettings | OwnScorerSettings>({
  workers: _,
  timeoutMs: __,
  ...says
}: Group): Omit<Group, 'workers' | 'timeoutMs'> {
  return says;
}

type JudgeIdentity = ReturnType<typeof judgeIdentity>;

function judgeIdentity(judge: JudgeSettings) {
  return { ...judge, provider: withoutKey(judge.provider) };
}

function judgeInWords({ model, provider: { baseUrl }, parameters }: JudgeIdentity): string {
  return `${codeSpan(model)}${baseUrl === null ? '' : ` at ${codeSpan(baseUrl)}`} with ${codeSpan(JSON.stringify(parameters))}`;
}

type ScorerIdentity = ReturnType<typeof scorerIdentity>;

/** Gates are told field by field. */
function scorerIdentity({ gate: _, use, ...scorer }: ScorerSettings) {
  return { ...scorer, use: use.kind === 'own' ? withoutPace(use) : use };
}

/** `answer-relevancy {"scale":10}`: options that are not the default's are told apart by being listed all. */
function scorersInWords(scorers: readonly ScorerIdentity[]): string {
  return scorers
    .map(({ name, use }) => {
      if (use.kind === 'prebuilt') return codeSpan(`${name} ${JSON.stringify(use.options)}`);
      return codeSpan(
        `${name} (${[use.path, ...(use.env.length > 0 ? [`env ${use.env.join(' ')}`] : [])].join(', ')})`,
      );
    })
    .join(', ');
}

type CommandSettings = Extract<TargetSettings, { kind: 'command' }>;
type TargetIdentity = ReturnType<typeof targetIdentity>;

function targetIdentity(target: TargetSettings) {
  return 'workers' in target ? withoutPace(target) : target;
}

function targetInWords(target: TargetIdentity): string {
  switch (target.kind) {
    case 'prompt': {
      const { prompt, model, parameters } = target;
      const name = model === null ? '' : ` with ${codeSpan(model)}`;
      const given = Object.keys(parameters).length === 0 ? '' : ` (${codeSpan(JSON.stringify(parameters))})`;
      return `prompt ${codeSpan(prompt)}${name}${given}`;
    }
    case 'command': {
      const env = target.env.length === 0 ? '' : ` (env ${codeSpan(target.env.join(' '))})`;
      return `command ${codeSpan(target.command.join(' '))}${env}`;
    }
    case 'recorded':
      return `recorded answers ${codeSpan(target.recorded)}`;
    default:
      return target satisfies never;
  }
}

function addressInWords({ baseUrl }: Pick<ProviderSettings, 'baseUrl'>): string {
  return baseUrl === null ? "the provider's default" : codeSpan(baseUrl);
}

function limitsInWords(limits: Limits): string {
  return codeSpan(JSON.stringify(limits));
}

function storeInWords({ kind, location, text }: StoreSettings): string {
  return `${kind} ${codeSpan(location)} (text: ${text})`;
}

function pathInWords(path: string | null): string {
  return path === null ? 'none' : codeSpan(path);
}

function referenceInWords(reference: ReferenceChoice): string {
  return reference.kind === 'ref' ? codeSpan(reference.ref) : reference.kind;
}

function plain(value: string | number | null): string {
  return value === null ? 'none' : String(value);
}
