import { slipsOf } from '../../scorers/eval-scorer.js';
import { suggestName } from '../../text/nearest-name.js';
import { type Fields, isFields, isTexts, shownJson } from '../../text/values.js';
import { scorerGroups } from './eval-results.js';

const SETTINGS = ['target', 'data', 'scorers', 'concurrency', 'targetOptions', 'onItemComplete', 'signal'];
const GROUPS = ['agent', 'workflow', 'steps'];

/** An item's fields; other names are the caller's own, unless they look like a typing error. */
const ITEM = ['id', 'input', 'groundTruth', 'context', 'requestContext', 'startOptions'];

/** All problems with a run's arguments, one line each. */
export function evalProblems(config: unknown): string[] {
  if (!isFields(config)) {
    return [`runEvals was called with ${shownJson(config)}: give { target, data, scorers }`];
  }
  const { target, data, scorers, concurrency, onItemComplete } = config;
  const problems = Object.keys(config)
    .filter((name) => !SETTINGS.includes(name))
    .map((name) => `runEvals: there is no ${JSON.stringify(name)}. ${suggestName(name, SETTINGS)}`);
  const kind = targetKind(target);
  if (kind === null) {
    problems.push(
      `runEvals: target is ${shownJson(target)}: give a function, an agent with generate, or a workflow with run`,
    );
  }
  problems.push(...dataProblems(data), ...scorerProblems(scorers, kind));
  if (concurrency !== undefined && !(Number.isInteger(concurrency) && Number(concurrency) >= 1)) {
    problems.push(`runEvals: concurrency is ${shownJson(concurrency)}: give a whole number from 1 up`);
  }
  if (onItemComplete !== undefined && typeof onItemComplete !== 'function') {
    problems.push(`runEvals: onItemComplete is ${shownJson(onItemComplete)}: give a function`);
  }
  return problems;
}

export type TargetKind = 'function' | 'agent' | 'workflow';

export function targetKind(target: unknown): TargetKind | null {
  if (typeof target === 'function') return 'function';
  const { generate, run } = Object(target) as Readonly<Record<string, unknown>>;
  if (typeof generate === 'function') return 'agent';
  return typeof run === 'function' ? 'workflow' : null;
}

function dataProblems(data: unknown): string[] {
  if (!Array.isArray(data) || data.length === 0) {
    return [`runEvals: data is ${shownJson(data)}: give a list of at least one item with an input`];
  }
  return data.flatMap((item: unknown, at) => {
    const place = `runEvals: data[${at}]`;
    const { input, context }: Fields = isFields(item) ? item : {};
    const problems = slipsOf(Object(item), ITEM).map(
      ({ key, meant }) => `${place} has ${key}. Did you mean \`${meant}\`?`,
    );
    if ((input === undefined || input === null) && problems.length === 0) {
      problems.push(`${place} is ${shownJson(item)}, without an input: give { input: … }`);
    }
    if (context !== undefined && !isTexts(context)) {
      problems.push(`${place}.context is ${shownJson(context)}: give a list of texts`);
    }
    return problems;
  });
}

function scorerProblems(scorers: unknown, kind: TargetKind | null): string[] {
  if (isScorer(scorers)) return ['runEvals: scorers is a scorer: put it in a list, [scorer]'];
  const groups = scorerGroups(scorers);
  if (groups.every(({ scorers: listed }) => !Array.isArray(listed) || listed.length === 0)) {
    return [
      `runEvals: scorers is ${shownJson(scorers)}: give a list of at least one scorer, { agent: [] }, or { workflow: [], steps: {} }`,
    ];
  }
  const names = Array.isArray(scorers) ? [] : Object.keys(Object(scorers));
  return [
    ...names.flatMap((name) => groupProblems(name, kind)),
    ...groups.flatMap(({ path, scorers: listed }) => listProblems(['scorers', ...path].join('.'), listed)),
  ];
}

function groupProblems(name: string, kind: TargetKind | null): string[] {
  if (!GROUPS.includes(name)) {
    return [`runEvals: scorers has no group ${JSON.stringify(name)}. ${suggestName(name, GROUPS)}`];
  }
  if (kind === null || (name === 'agent') === (kind !== 'workflow')) return [];
  return [`runEvals: scorers.${name} does not go with a target that is ${article(kind)}`];
}

function listProblems(place: string, scorers: unknown): string[] {
  if (!Array.isArray(scorers)) {
    return [`runEvals: ${place} is ${shownJson(scorers)}: give a list of scorers`];
  }
  const ids = scorers.map((scorer: unknown) => (isScorer(scorer) ? Object(scorer).id : null));
  return scorers.flatMap((scorer: unknown, at) => {
    if (typeof scorer === 'function') {
      return [
        `runEvals: ${place}[${at}] is a function, not a scorer yet: call it, as in createAnswerRelevancyScorer({ model })`,
      ];
    }
    const id = ids[at];
    if (id === null) {
      return [`runEvals: ${place}[${at}] is ${shownJson(scorer)}, not a scorer with id and run`];
    }
    if (ids.indexOf(id) === at) return [];
    return [
      `runEvals: ${place} has two scorers with the id ${JSON.stringify(id)}: rename one, as in createContainsCheck({ value: 'x', id: 'names-x' })`,
    ];
  });
}

function isScorer(given: unknown): boolean {
  const { id, run } = Object(given) as Readonly<Record<string, unknown>>;
  return typeof id === 'string' && id !== '' && typeof run === 'function';
}

function article(kind: TargetKind): string {
  return kind === 'agent' ? 'an agent' : `a ${kind}`;
}
