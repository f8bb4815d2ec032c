import { isDeepStrictEqual } from 'node:util';
import type { ModelParameters } from '../ports/chat.js';
import type { GateSettings } from '../ports/decision.js';
import type {
  JudgeSettings,
  OwnScorerSettings,
  ScorerSettings,
  Settings,
  StoreSettings,
  SuiteSettings,
} from '../ports/settings.js';
import { codeSpan } from '../text/values.js';
import { isAboutSuite } from './judge-settings.js';

export type AppliedSettings = {
  readonly settings: Settings;
  /** By suite: what the pull request changes and what holds instead, one line each. Suites without changes are not in it. */
  readonly changes: ReadonlyMap<string, readonly string[]>;
};

/**
 * Lets the base decide how the pull request is measured: gate, judge, scorers, watch list, task and store come from
 * the base's config, by suite; target, dataset and repeats from the head, since those are what is under test.
 * A suite that the head removes still runs, a new one is as the head says. Keys stay those of the head's run.
 */
export function applyBaseSettings(head: Settings, base: Settings | null): AppliedSettings {
  if (base === null) return { settings: head, changes: new Map() };
  const changes = new Map<string, readonly string[]>();
  const note = (suite: string, lines: readonly string[]) => {
    if (lines.length > 0) changes.set(suite, [...(changes.get(suite) ?? []), ...lines]);
  };
  const kept = base.suites.map((was) => {
    const now = head.suites.find((suite) => suite.name === was.name);
    if (now === undefined) {
      note(was.name, ['The pull request removes this suite; it still runs, and is gone after the merge.']);
      return was;
    }
    note(was.name, listChanges(now, was));
    return mergeSuite(now, was);
  });
  const added = head.suites.filter((suite) => !base.suites.some((was) => was.name === suite.name));
  const suites = [...kept, ...added];
  const store = change('store', head.store, base.store, storeInWords);
  for (const suite of suites) note(suite.name, store);
  const notices = [
    ...base.notices,
    ...head.notices.filter((line) => !base.suites.some((suite) => isAboutSuite(line, suite.name))),
  ];
  return { settings: { ...head, suites, store: base.store, notices: [...new Set(notices)] }, changes };
}

function mergeSuite(now: SuiteSettings, was: SuiteSettings): SuiteSettings {
  return {
    ...now,
    judge: { ...was.judge, provider: { ...was.judge.provider, apiKey: keyFor(now, was) } },
    scorers: was.scorers,
    watch: mergeWatch(now, was),
    task: was.task,
  };
}

/** The head's key where it belongs to the same provider; a key never follows the judge to another one. */
function keyFor(now: SuiteSettings, was: SuiteSettings): string | null {
  const same = now.judge.provider.baseUrl === was.judge.provider.baseUrl;
  return was.judge.provider.apiKey ?? (same ? now.judge.provider.apiKey : null);
}

/** The base's list; where the head asks something else, what the head watches for it counts besides. */
function mergeWatch(now: SuiteSettings, was: SuiteSettings): readonly string[] {
  const asksTheSame = now.dataset === was.dataset && isDeepStrictEqual(now.target, was.target);
  return asksTheSame ? was.watch : [...new Set([...was.watch, ...now.watch])];
}

function listChanges(now: SuiteSettings, was: SuiteSettings): readonly string[] {
  return [
    ...gateChanges(now.scorers, was.scorers),
    ...change('judge', judgeIdentity(now.judge), judgeIdentity(was.judge), judgeInWords),
    ...change('scorers', now.scorers.map(scorerIdentity), was.scorers.map(scorerIdentity), scorersInWords),
    ...(isDeepStrictEqual(now.task, was.task)
      ? []
      : ["`task` is edited in the pull request's config: counts after the merge; judged under the base's."]),
    ...watchChange(now, was),
  ];
}

/** The gates of the scorers that both sides have. */
function gateChanges(now: readonly ScorerSettings[], was: readonly ScorerSettings[]): readonly string[] {
  return was.flatMap(({ name, gate: before }) => {
    const after = now.find((scorer) => scorer.name === name)?.gate;
    if (after === undefined) return [];
    const of = was.length === 1 ? '' : ` of ${name}`;
    return [
      ...change(`threshold${of}`, after.threshold, before.threshold, plain),
      ...change(`max-drop${of}`, after.maxDrop, before.maxDrop, plain),
      ...change(`case-drop${of}`, after.caseDrop, before.caseDrop, plain),
      ...change(`fail-on${of}`, after.failOn, before.failOn, failOnInWords),
      ...change(`on-missing-baseline${of}`, after.onMissingBaseline, before.onMissingBaseline, plain),
    ];
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

/** One line where the two differ, none where they are the same. */
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

type JudgeIdentity = {
  readonly model: string;
  readonly baseUrl: string | null;
  readonly parameters: ModelParameters;
};

function judgeIdentity({ model, provider, parameters }: JudgeSettings): JudgeIdentity {
  return { model, baseUrl: provider.baseUrl, parameters };
}

function judgeInWords({ model, baseUrl, parameters }: JudgeIdentity): string {
  return `${codeSpan(model)}${baseUrl === null ? '' : ` at ${codeSpan(baseUrl)}`} with ${codeSpan(JSON.stringify(parameters))}`;
}

type ScorerIdentity = Pick<ScorerSettings, 'name'> & {
  readonly use:
    | Exclude<ScorerSettings['use'], OwnScorerSettings>
    | Pick<OwnScorerSettings, 'kind' | 'path' | 'env'>;
};

/** Without what changes how fast a scorer is, and not how it scores. */
function scorerIdentity({ name, use }: ScorerSettings): ScorerIdentity {
  return { name, use: use.kind === 'own' ? { kind: use.kind, path: use.path, env: use.env } : use };
}

/** `answer-relevancy {"scale":10}`: options that are not the default's are told apart by being listed all. */
function scorersInWords(scorers: readonly ScorerIdentity[]): string {
  return scorers
    .map(({ name, use }) =>
      codeSpan(use.kind === 'own' ? ownInWords(name, use) : `${name} ${JSON.stringify(use.options)}`),
    )
    .join(', ');
}

function ownInWords(name: string, { path, env }: Pick<OwnScorerSettings, 'path' | 'env'>): string {
  return env.length === 0 ? `${name} (${path})` : `${name} (${path}, env ${env.join(' ')})`;
}

function storeInWords({ kind, location, text }: StoreSettings): string {
  return `${kind} ${codeSpan(location)} (text: ${text})`;
}

function failOnInWords(reasons: GateSettings['failOn']): string {
  return reasons.length === 0 ? 'nothing' : reasons.join(', ');
}

function plain(value: string | number | null): string {
  return value === null ? 'none' : String(value);
}
