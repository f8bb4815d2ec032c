import { isDeepStrictEqual } from 'node:util';
import {
  aboutTarget,
  type ScorerSettings,
  type Settings,
  type SuiteSettings,
  type TargetSettings,
  withoutKey,
} from '../ports/settings.js';
import { codeSpan, isFields, isList, kebabCase } from '../text/values.js';
import { aboutSuite } from './resolve-suite.js';
import { literalGlob } from './watch-list.js';

export type AppliedSettings = {
  readonly settings: Settings;
  /** By suite: what the pull request changes and what holds, one line each. Suites without changes are not in it. */
  readonly changes: ReadonlyMap<string, readonly string[]>;
};

/** Who decides a setting, and how a pull request's change of it is told: by its name in the config file, a line each. */
type Row<Group, Value> = {
  readonly decides: 'base' | 'head';
  /** What holds, where it is neither side's value as it is. */
  readonly settle?: (now: Group, was: Group) => Value;
  /** The value under the names of the config file, where its own are others; whatever is in it is told. */
  readonly asWritten?: (value: Value) => unknown;
  /** One line a change, where it is told in words of its own. */
  readonly tell?: (now: Group, was: Group) => readonly string[];
};

type Table<Group> = { readonly [Key in keyof Group]-?: Row<Group, Group[Key]> };
type RunSettings = Omit<Settings, 'suites' | 'mistaken' | 'notices'>;

/** Both sides have the same, or the report tells it elsewhere. */
const untold = () => [];

/** Who decides what of a suite: what is under test is the head's, how it is measured the base's. */
const SUITE: Table<SuiteSettings> = {
  name: { decides: 'base' },
  dataset: { decides: 'head' },
  target: { decides: 'head', asWritten: targetAsWritten },
  provider: { decides: 'head', tell: addressChange },
  task: {
    decides: 'base',
    tell: (now, was) =>
      now.task === was.task
        ? []
        : ["`task` is edited in the pull request's config: judged under the base's; counts after the merge."],
  },
  // What changes inside the file is told where both sides' files are read (`session/read-labels.ts`).
  labels: { decides: 'base' },
  givenLabels: { decides: 'head', tell: untold },
  watch: { decides: 'base', settle: mergeWatch, tell: watchChange },
  // Its mistakes are the head's to mend; a change is told with `watch`.
  givenWatch: { decides: 'head', tell: untold },
  scorers: { decides: 'base', tell: scorerChanges },
  judge: {
    decides: 'base',
    asWritten: ({ provider, ...judge }) => ({ ...judge, ...withoutKey(provider) }),
  },
  repeat: { decides: 'base' },
  baselineRepeat: { decides: 'base' },
};

/** Who decides what of the whole run. `baseline` and `publish` are the workflow's: both sides have the same. */
const RUN: Table<RunSettings> = {
  // A budget that the head could starve would leave nothing to decide on.
  limits: { decides: 'base' },
  store: {
    decides: 'base',
    asWritten: ({ kind, location, text }) => ({ [kind]: location, text }),
  },
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
  return {
    settings: { ...run, suites, mistaken: head.mistaken, notices: [...new Set(notices)] },
    changes,
  };
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
  const keys = Object.keys(table) as (keyof Group & string)[];
  return keys.flatMap((key) => {
    const { decides, tell, asWritten = (value) => value } = table[key];
    if (tell !== undefined) return tell(now, was);
    const inWords = (group: Group) => settingsInWords(asWritten(group[key]), kebabCase(key));
    return listChanges(inWords(now), inWords(was), decides);
  });
}

/** The base's list; where the head asks something else, what the head watches for it counts besides. */
function mergeWatch(now: SuiteSettings, was: SuiteSettings): readonly string[] {
  const asksTheSame = now.dataset === was.dataset && isDeepStrictEqual(now.target, was.target);
  return asksTheSame ? was.watch : [...new Set([...was.watch, ...now.watch])];
}

function targetAsWritten({ kind: _, ...target }: TargetSettings) {
  if (!('command' in target)) return target;
  const words = target.command.map((word) => (/^\S+$/.test(word) ? word : JSON.stringify(word)));
  return { ...target, command: words.join(' ') };
}

function addressChange(now: SuiteSettings, was: SuiteSettings): readonly string[] {
  const inWords = ({ provider }: SuiteSettings) => settingsInWords(withoutKey(provider), 'target');
  return listChanges(inWords(now), inWords(was), 'head');
}

/** Which there are, and what is another of those that both sides have; of a new one the threshold that it brings. */
function scorerChanges({ scorers: now }: SuiteSettings, { scorers: was }: SuiteSettings): readonly string[] {
  const alone = now.length === 1 && was.length === 1;
  const inWords = ({ name, use, gate }: ScorerSettings) => {
    const { kind: _, ...given } = use.kind === 'prebuilt' ? { ...use, ...use.options, options: null } : use;
    const words = Object.entries(settingsInWords({ ...gate, ...given }));
    return Object.fromEntries(words.map(([key, value]) => [alone ? key : `${key} of ${name}`, value]));
  };
  const names = (scorers: readonly ScorerSettings[]) =>
    settingsInWords(
      scorers.map(({ name }) => name),
      'scorers',
    );
  return [
    ...listChanges(names(now), names(was), 'base'),
    ...now.flatMap((scorer) => {
      const before = was.find(({ name }) => name === scorer.name);
      if (before !== undefined) return listChanges(inWords(scorer), inWords(before), 'base');
      const { threshold } = scorer.gate;
      return listChanges(settingsInWords(threshold, `threshold of ${scorer.name}`), {}, 'base');
    }),
  ];
}

function watchChange(now: SuiteSettings, was: SuiteSettings): readonly string[] {
  const watched = mergeWatch(now, was);
  // What the suite is made of is told by the setting that names it.
  const named = [was.dataset, ...aboutTarget(was.target).files.map(({ path }) => path)].map(literalGlob);
  const gone = was.watch.filter((glob) => !now.watch.includes(glob) && !named.includes(glob));
  const added = now.watch.filter((glob) => !watched.includes(glob));
  const parts = [
    ...(gone.length > 0 ? [`removes ${gone.map(codeSpan).join(', ')}`] : []),
    ...(added.length > 0 ? [`adds ${added.map(codeSpan).join(', ')}`] : []),
  ];
  if (parts.length === 0) return [];
  return [
    `\`watch\`: the pull request's config ${parts.join(' and ')}: the base's list holds; this counts after the merge.`,
  ];
}

/** By its name in the config file, in words; what has no value is not in it. */
type InWords = Readonly<Record<string, string>>;

/** One line a setting that differs. */
function listChanges(now: InWords, was: InWords, decides: 'base' | 'head'): readonly string[] {
  return [...new Set([...Object.keys(was), ...Object.keys(now)])].flatMap((name) => {
    const [before, after] = [was[name], now[name]];
    if (before === after) return [];
    const decided = `decided ${before === undefined ? 'without it' : `with ${before}`}; counts after the merge`;
    const holds = decides === 'head' ? 'that is what was asked' : decided;
    return [`\`${name}\` ${before ?? 'none'} → ${after ?? 'none'}: ${holds}.`];
  });
}

/** Groups of settings, and groups in those; what lies deeper is the provider's own, or a schema. */
const DEEPEST = 2;

/** Whatever is in a setting, so that none can be left out of what is told. */
function settingsInWords(value: unknown, name = '', depth = 0): InWords {
  if (value === null || value === undefined || (isList(value) && value.length === 0)) return {};
  if (!isFields(value) || depth === DEEPEST) return { [name]: valueInWords(value) };
  const parts = Object.entries(value).map(([key, part]) => {
    // Below ours, names are the provider's own.
    const [, time] = depth > 0 ? [] : (/^(.+)Ms$/.exec(key) ?? []);
    const inner = depth > 0 ? key : kebabCase(time ?? key);
    const given = time !== undefined && typeof part === 'number' ? durationInWords(part) : part;
    return settingsInWords(given, name === '' ? inner : `${name}.${inner}`, depth + 1);
  });
  return Object.assign({}, ...parts);
}

function valueInWords(value: unknown): string {
  if (isList(value)) return value.map(valueInWords).join(', ');
  if (typeof value === 'string') return codeSpan(value);
  return typeof value === 'object' ? codeSpan(JSON.stringify(value)) : String(value);
}

/** As the config file writes it: `90s`, `20m`. */
function durationInWords(ms: number): string {
  const units = [
    [3_600_000, 'h'],
    [60_000, 'm'],
    [1_000, 's'],
  ] as const;
  const [size, unit] = units.find(([each]) => ms % each === 0) ?? [1, 'ms'];
  return `${ms / size}${unit}`;
}
