import { isDeepStrictEqual } from 'node:util';
import { escapeGlob } from '../files/watched-files.js';
import type { SettingsChange } from '../model/notes.js';
import { omitKeys } from '../model/omit-keys.js';
import { omitUndefined } from '../model/omit-undefined.js';
import { pickAddress } from '../model/provider.js';
import type { GateSettings, ScorerSettings, Settings, Suite } from '../model/suite.js';
import { describeTarget, type TargetSettings } from '../model/target-settings.js';
import { isFields, isList, toKebabCase } from '../text/values.js';

export type AppliedSettings = {
  readonly settings: Settings;
  /** The pull request's changes by suite, without unchanged suites. */
  readonly changes: ReadonlyMap<string, readonly SettingsChange[]>;
};

/** The side that decides a setting, and how its changes are found. */
type AuthorityRow<Group, Value> = {
  readonly decides: 'base' | 'head';
  /** The value that counts, if it is neither side's own. */
  readonly settle?: (now: Group, was: Group) => Value;
  /** The value under the names of the config file, if its own are others; every difference in it is a change. */
  readonly render?: (value: Value) => unknown;
  /** Finds the changes if they are not plain values. */
  readonly compare?: (now: Group, was: Group) => readonly SettingsChange[];
};

type Table<Group> = { readonly [Key in keyof Group]-?: AuthorityRow<Group, Group[Key]> };
type RunSettings = Omit<Settings, 'suites' | 'invalid' | 'notices'>;

/** Both sides have the same, or the report shows it elsewhere. */
const ignoreChanges = () => [];

/** The head decides what is tested, the base how it is measured. */
const SUITE: Table<Suite> = {
  name: { decides: 'base' },
  dataset: { decides: 'head' },
  target: { decides: 'head', render: renderTarget },
  provider: { decides: 'head', compare: listAddressChanges },
  task: {
    decides: 'base',
    compare: (now, was) => (now.task === was.task ? [] : [{ kind: 'task' }]),
  },
  // Changes inside the file are found by `dataset/labels.ts`.
  labels: { decides: 'base' },
  givenLabels: { decides: 'head', compare: ignoreChanges },
  watch: { decides: 'base', settle: mergeWatch, compare: listWatchChanges },
  // Only for errors about the head's own lines; changes are found with `watch`.
  givenWatch: { decides: 'head', compare: ignoreChanges },
  scorers: { decides: 'base', compare: listScorerChanges },
  // Only for errors about the head's own tags; changes are found with `scorers`.
  givenTags: { decides: 'head', compare: ignoreChanges },
  judge: {
    decides: 'base',
    render: ({ provider, ...judge }) => ({ ...judge, ...pickAddress(provider) }),
  },
  repeat: { decides: 'base' },
  baselineRepeat: { decides: 'base' },
};

/** The same for the whole run. `baseline` and `publish` come from the workflow, so both sides have the same. */
const RUN: Table<RunSettings> = {
  // The head could otherwise starve the budget, so that nothing can be decided.
  limits: { decides: 'base' },
  store: {
    decides: 'base',
    render: ({ kind, location, text }) => ({ [kind]: location, text }),
  },
  baseline: { decides: 'base', compare: ignoreChanges },
  publish: { decides: 'base', compare: ignoreChanges },
  runLabel: { decides: 'base' },
  explain: { decides: 'base' },
  prices: { decides: 'head', compare: ignoreChanges },
};

/** A suite that the head removes still runs, and a new one has the head's settings. */
export function applyBaseSettings(head: Settings, base: Settings | null): AppliedSettings {
  if (base === null) return { settings: head, changes: new Map() };
  const changes = new Map<string, readonly SettingsChange[]>();
  const note = (suite: string, found: readonly SettingsChange[]) => {
    if (found.length > 0) changes.set(suite, [...(changes.get(suite) ?? []), ...found]);
  };
  const isInvalid = new Set([...head.invalid.keys()].map((name) => name.toLowerCase()));
  // The base's settings never replace wrong ones of the head.
  const baseSuites = base.suites
    .filter(({ name }) => !isInvalid.has(name.toLowerCase()))
    .map((was) => {
      const now = findSuite(head, was.name);
      if (now === undefined) {
        note(was.name, [{ kind: 'suite-removed' }]);
        return was;
      }
      note(was.name, compareSettings(SUITE, now, was));
      return settleSettings(SUITE, now, was);
    });
  const added = head.suites.filter(({ name }) => findSuite(base, name) === undefined);
  const suites = [...baseSuites, ...added];
  const runChanges = compareSettings(RUN, head, base);
  for (const suite of suites) note(suite.name, runChanges);
  const notices = [
    ...base.notices,
    ...head.notices.filter(({ suite }) => !base.suites.some(({ name }) => name === suite)),
  ];
  const run = settleSettings(RUN, head, base);
  return {
    settings: { ...run, suites, invalid: head.invalid, notices },
    changes,
  };
}

/** The suite of this name in any case: GitHub treats the statuses of `Support` and `support` as one. */
export function findSuite({ suites }: Settings, name: string): Suite | undefined {
  return suites.find((suite) => suite.name.toLowerCase() === name.toLowerCase());
}

function settleSettings<Group extends object>(table: Table<Group>, now: Group, was: Group): Group {
  const keys = Object.keys(table) as (keyof Group)[];
  const settled = keys.map((key) => {
    const { decides, settle } = table[key];
    return [key, settle === undefined ? (decides === 'base' ? was : now)[key] : settle(now, was)] as const;
  });
  // The table's type ties each key to its value.
  return Object.fromEntries(settled) as Group;
}

function compareSettings<Group extends object>(
  table: Table<Group>,
  now: Group,
  was: Group,
): readonly SettingsChange[] {
  const keys = Object.keys(table) as (keyof Group & string)[];
  return keys.flatMap((key) => {
    const { decides, compare, render = (value) => value } = table[key];
    if (compare !== undefined) return compare(now, was);
    const nameValues = (group: Group) => listNamedValues(render(group[key]), toKebabCase(key));
    return compareValues(nameValues(now), nameValues(was), decides);
  });
}

/** The base's list; if the head runs another agent, its own list is added. */
function mergeWatch(now: Suite, was: Suite): readonly string[] {
  const asksTheSame = now.dataset === was.dataset && isDeepStrictEqual(now.target, was.target);
  return asksTheSame ? was.watch : [...new Set([...was.watch, ...now.watch])];
}

function renderTarget(settings: TargetSettings) {
  const target = omitKeys(settings, 'kind');
  return 'command' in target ? { ...target, command: renderCommand(target.command) } : target;
}

function renderCommand(words: readonly string[]): string {
  return words.map((word) => (/^\S+$/.test(word) ? word : JSON.stringify(word))).join(' ');
}

function listAddressChanges(now: Suite, was: Suite): readonly SettingsChange[] {
  // The target's own settings name the address of an agent that is not a model.
  const nameValues = ({ target, provider }: Suite) =>
    describeTarget(target).asksProvider ? listNamedValues(pickAddress(provider), 'target') : {};
  return compareValues(nameValues(now), nameValues(was), 'head');
}

function listScorerChanges({ scorers: now }: Suite, { scorers: was }: Suite): readonly SettingsChange[] {
  const alone = now.length === 1 && was.length === 1;
  const nameValues = ({ use, gate: { tags, ...gate } }: ScorerSettings) => ({
    ...listNamedValues({ ...gate, ...renderScorer(use) }),
    ...nameTagValues(tags),
  });
  const names = (scorers: readonly ScorerSettings[]) => ({ scorers: scorers.map(({ name }) => name) });
  return [
    ...compareValues(names(now), names(was), 'base'),
    ...now.flatMap((scorer) => {
      const before = was.find(({ name }) => name === scorer.name);
      const changes =
        before === undefined
          ? compareValues(listNamedValues({ threshold: scorer.gate.threshold }), {}, 'base')
          : compareValues(nameValues(scorer), nameValues(before), 'base');
      return changes.map((change) => (alone ? change : { ...change, scorer: scorer.name }));
    }),
  ];
}

/** By `tags.<tag>.max-drop`: a tag keeps its own spelling. */
function nameTagValues(tags: GateSettings['tags']): NamedValues {
  const groups = Object.entries(tags).map(([tag, { threshold, maxDrop }]) =>
    omitUndefined({
      [`tags.${tag}.max-drop`]: maxDrop,
      [`tags.${tag}.threshold`]: threshold ?? undefined,
    }),
  );
  return Object.assign({}, ...groups);
}

function renderScorer(use: ScorerSettings['use']) {
  const fields = omitKeys(use.kind === 'prebuilt' ? { ...use, ...use.options, options: null } : use, 'kind');
  if (!('command' in fields)) return fields;
  // The command already contains the path.
  return { ...fields, path: null, command: renderCommand(fields.command) };
}

function listWatchChanges(now: Suite, was: Suite): readonly SettingsChange[] {
  const watched = mergeWatch(now, was);
  // The setting that names one of the suite's files shows its change.
  const ownFiles = [was.dataset, ...describeTarget(was.target).files.map(({ path }) => path)].map(escapeGlob);
  const removed = was.watch.filter((glob) => !now.watch.includes(glob) && !ownFiles.includes(glob));
  const added = now.watch.filter((glob) => !watched.includes(glob));
  return removed.length + added.length === 0 ? [] : [{ kind: 'watch', removed, added }];
}

/** Values by their names in the config file, without empty ones. */
type NamedValues = Readonly<Record<string, unknown>>;

function compareValues(
  now: NamedValues,
  was: NamedValues,
  decides: 'base' | 'head',
): readonly Extract<SettingsChange, { kind: 'setting' }>[] {
  return [...new Set([...Object.keys(was), ...Object.keys(now)])].flatMap((name) => {
    const [before, after] = [was[name], now[name]];
    return isDeepStrictEqual(before, after) ? [] : [{ kind: 'setting', name, before, after, decides }];
  });
}

const MAX_DEPTH = 2;

/** Every value in a setting, so no change can be missed. */
function listNamedValues(value: unknown, name = '', depth = 0): NamedValues {
  if (value === null || value === undefined || (isList(value) && value.length === 0)) return {};
  if (!isFields(value) || depth === MAX_DEPTH) return { [name]: value };
  const parts = Object.entries(value).map(([key, part]) => {
    // Names below this level are the provider's own.
    const [, time] = depth > 0 ? [] : (/^(.+)Ms$/.exec(key) ?? []);
    const inner = depth > 0 ? key : toKebabCase(time ?? key);
    const given = time !== undefined && typeof part === 'number' ? formatConfigDuration(part) : part;
    return listNamedValues(given, name === '' ? inner : `${name}.${inner}`, depth + 1);
  });
  return Object.assign({}, ...parts);
}

/** As the config file writes it: `90s`, `20m`. */
function formatConfigDuration(ms: number): string {
  const units = [
    [3_600_000, 'h'],
    [60_000, 'm'],
    [1_000, 's'],
  ] as const;
  const [size, unit] = units.find(([each]) => ms % each === 0) ?? [1, 'ms'];
  return `${ms / size}${unit}`;
}
