import { suggestName } from '../../text/nearest-name.js';
import { isFields, isTexts, shownJson } from '../../text/values.js';
import { scorerGroups } from './scorer-slots.js';

const SETTINGS = ['target', 'data', 'scorers', 'concurrency', 'targetOptions', 'onItemComplete', 'signal'];
const GROUPS = ['agent', 'workflow', 'steps'];

/** What items of the reference may hold and these may not; other names are the caller's own. */
const LEFT_OUT = ['inputs', 'turns', 'expectedTrajectory'];

/** Everything that is wrong with the arguments of a run, one line each. */
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
    const { input, context } = Object(item) as Readonly<Record<string, unknown>>;
    const problems = LEFT_OUT.filter((name) => Object(item)[name] !== undefined).map(
      (name) => `runEvals: data[${at}] has ${name}, which is left out here: give one input an item`,
    );
    if (input === undefined || input === null) {
      problems.push(`runEvals: data[${at}] is ${shownJson(item)}, without an input for the target`);
    }
    if (Object(item).expected !== undefined && Object(item).groundTruth === undefined) {
      problems.push(`runEvals: data[${at}] has expected, which is called groundTruth here`);
    }
    if (context !== undefined && !isTexts(context)) {
      problems.push(`runEvals: data[${at}].context is ${shownJson(context)}: give a list of texts`);
    }
    return problems;
  });
}

function scorerProblems(scorers: unknown, kind: TargetKind | null): string[] {
  const groups = scorerGroups(scorers);
  if (groups.every(({ scorers: listed }) => !Array.isArray(listed) || listed.length === 0)) {
    return [
      `runEvals: scorers is ${shownJson(scorers)}: give a list of at least one scorer, { agent: [] }, or { workflow: [], steps: {} }`,
    ];
  }
  const names = Array.isArray(scorers) ? [] : Object.keys(Object(scorers));
  const problems = names
    .filter((name) => !GROUPS.includes(name))
    .map((name) => `runEvals: scorers has no group ${JSON.stringify(name)}. ${suggestName(name, GROUPS)}`);
  for (const name of names) {
    const fits = name === 'agent' ? kind !== 'workflow' : kind === 'workflow';
    if (GROUPS.includes(name) && kind !== null && !fits) {
      problems.push(`runEvals: scorers.${name} does not go with a target that is ${article(kind)}`);
    }
  }
  for (const { path, scorers: listed } of groups) {
    const place = ['scorers', ...path].join('.');
    if (!Array.isArray(listed)) {
      problems.push(`runEvals: ${place} is ${shownJson(listed)}: give a list of scorers`);
      continue;
    }
    const seen = new Set<string>();
    for (const [at, scorer] of listed.entries()) {
      const { id, run } = Object(scorer) as Readonly<Record<string, unknown>>;
      if (typeof id !== 'string' || id === '' || typeof run !== 'function') {
        problems.push(
          `runEvals: ${place}[${at}] is ${shownJson(scorer)}, which is no scorer with id and run`,
        );
      } else if (seen.has(id)) {
        problems.push(
          `runEvals: ${place} has two scorers with the id ${JSON.stringify(id)}: give one of them another, as in createContainsCheck({ value: 'x', id: 'names-x' })`,
        );
      } else seen.add(id);
    }
  }
  return problems;
}

function article(kind: TargetKind): string {
  return kind === 'agent' ? 'an agent' : `a ${kind}`;
}
