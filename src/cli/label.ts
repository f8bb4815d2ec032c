import { basename, dirname, resolve } from 'node:path';
import { parseLabels, setLabel } from '../dataset/labels.js';
import { openFolderTree } from '../files/readers.js';
import { buildScoreInput } from '../judging/judge-answer.js';
import { hashTask } from '../judging/record-tasks.js';
import { describeError, UserError } from '../model/errors.js';
import { omitUndefined } from '../model/omit-undefined.js';
import type { RunRecord } from '../model/run-record.js';
import type { PreparedSuite } from '../model/stages.js';
import type { DecidingSettings, Suite } from '../model/suite.js';
import {
  type JudgedStatement,
  type TeamLabel,
  type TeamLabels,
  VERDICT_LABELS,
  type VerdictLabel,
} from '../model/verdict.js';
import { writeFiles } from '../publish/files.js';
import { escapeForLog, fitConsoleLine, toConsoleLine } from '../report/console.js';
import { listTurnRequests } from '../scorers/score-turns.js';
import type { ScoreInput } from '../scorers/scorer.js';
import type { Overrides } from '../settings/overrides.js';
import { formatCount } from '../text/values.js';
import { type LocalCheckout, openLocal, prepareSuite } from './open-local.js';
import { readLastRun, readRecords } from './record-files.js';
import type { Ask, Terminal } from './terminal.js';

/** Characters shown of a task, an input and an answer. */
const MAX_SHOWN_LENGTH = 1_500;
const HELP = 'y, u or n: is it relevant to the input? yes, unsure, no. s skips, z goes back, q quits.';

/** Asks about a record's statements and saves each answer, or writes the one of `--key`. */
export async function runLabel(
  [path]: readonly string[],
  overrides: Overrides,
  terminal: Terminal,
): Promise<number> {
  const { key, as } = overrides;
  const { ask } = terminal;
  if ((key === undefined) !== (as === undefined)) {
    throw new UserError('label: --key and --as go together: `label --key <key> --as yes|unsure|no`');
  }
  if (key === undefined && ask === undefined) {
    throw new UserError(
      'label: this is not a terminal; write one label with `label --key <key> --as yes|unsure|no`',
    );
  }
  const local = await openLocal(overrides, terminal, { against: 'nothing' });
  const { record, suite, from } = await chooseRecord(path, local);
  const file = await openLabels(local.folder, suite.labels ?? '');
  const run = await prepareSuite(local, { ...suite, labels: null, givenLabels: null });
  const candidates = record === null ? [] : listCandidates(record, run);
  if (key !== undefined && as !== undefined) {
    const one = candidates.find(({ label }) => label.key === key);
    await file.save({ ...one?.label, key, label: as });
    const note = one === undefined ? `; no statement of ${from} has this key, so only the key was kept` : '';
    local.print(`Labelled ${as}${note}. ${describeCount(file)}\n`);
    return 0;
  }
  if (candidates.length === 0) throw new UserError(`label: ${from} has no statement that could be labelled`);
  const due = candidates.filter(({ label }) => !file.labels().has(label.key));
  terminal.write(
    `${formatCount(candidates.length, 'statement')} of ${fitConsoleLine(from)}, ${due.length} without a label. ${HELP}\n`,
  );
  try {
    if (ask !== undefined) await labelAll(due, { file, ask, print: local.print });
  } finally {
    terminal.write(`${describeCount(file)}\n`);
  }
  return 0;
}

async function labelAll(
  candidates: readonly LabelCandidate[],
  {
    file,
    ask,
    print,
  }: { readonly file: LabelFile; readonly ask: Ask; readonly print: LocalCheckout['print'] },
): Promise<void> {
  for (let index = 0; index < candidates.length; ) {
    const candidate = candidates[index];
    if (candidate === undefined) return;
    print(renderCandidate(candidate, `${index + 1} of ${candidates.length}`));
    const answer = await askOnce(ask, print);
    if (answer === 'quit') return;
    if (answer === 'back') {
      index = Math.max(0, index - 1);
      continue;
    }
    index += 1;
    if (answer === 'skip') continue;
    await file.save({ ...candidate.label, label: answer });
    print(`  ${renderVerdict(candidate)}\n`);
  }
}

function renderVerdict({ result, reason }: LabelCandidate): string {
  return reason === '' ? `The judge says ${result}.` : `The judge says ${result}: ${fitConsoleLine(reason)}`;
}

async function chooseRecord(
  path: string | undefined,
  { folder, sides, committed }: LocalCheckout,
): Promise<{ readonly record: RunRecord | null; readonly suite: Suite; readonly from: string }> {
  const suitesWithLabels = sides.settings.suites.filter(({ labels }) => labels !== null);
  if (suitesWithLabels.length === 0) {
    throw new UserError(
      'label: no suite has labels; make an empty file, for example evals/labels.jsonl, and name it in the config file: `labels: evals/labels.jsonl` in the suite',
    );
  }
  const [given] = path === undefined ? [] : await readRecords('label', folder, [path]);
  const candidates =
    given === undefined ? suitesWithLabels : suitesWithLabels.filter(({ name }) => name === given.suite);
  const [suite, another] = candidates;
  if (suite === undefined) {
    throw new UserError(`label: suite ${JSON.stringify(given?.suite)} has no \`labels\` in the config file`);
  }
  if (another !== undefined) {
    throw new UserError('label: several suites have labels; choose one with --suite, or name a run record');
  }
  if (given !== undefined) return { record: given, suite, from: path ?? '' };
  const { record, path: last } = await readLastRun('label', { folder, committed }, suite.name);
  return { record, suite, from: record === null ? `the last run (${last} is not there)` : last };
}

type LabelCandidate = {
  readonly result: JudgedStatement['result'];
  readonly reason: string;
  readonly label: Omit<TeamLabel, 'label'>;
};

/** Every statement once: first the unsure ones, then the irrelevant ones. */
function listCandidates(
  record: RunRecord,
  { settings, head, tasks }: PreparedSuite,
): readonly LabelCandidate[] {
  if (record.text !== 'full') {
    throw new UserError(
      `label: the record keeps no answers (text: ${record.text}), and a label needs the answer that it is about; give the record of a run that keeps them`,
    );
  }
  const all = record.cases.flatMap((recorded) => {
    const row = head.cases.find(
      ({ id, inputHash }) => id === recorded.id && inputHash === recorded.inputHash,
    );
    if (row === undefined) return [];
    const scoreInput = buildScoreInput(row, tasks);
    const { task: today } = scoreInput;
    const task = hashTask(today) === recorded.taskHash ? today : (record.tasks[recorded.taskHash] ?? null);
    return [...recorded.samples, ...recorded.caseSamples].flatMap((sample) =>
      listAnswerCandidates(sample, settings, { ...scoreInput, task }, recorded.id),
    );
  });
  const byKey = new Map(all.toReversed().map((candidate) => [candidate.label.key, candidate]));
  const order: readonly VerdictLabel[] = ['unsure', 'no', 'yes'];
  return [...byKey.values()].reverse().sort((a, b) => order.indexOf(a.result) - order.indexOf(b.result));
}

function listAnswerCandidates(
  { answer, judgements }: RunRecord['cases'][number]['samples'][number],
  { scorers }: DecidingSettings,
  asked: ScoreInput,
  id: string,
): readonly LabelCandidate[] {
  if (answer.status !== 'answered') return [];
  const requests = listTurnRequests({ ...asked, answer });
  return scorers.flatMap(({ name }) => {
    const judgement = judgements[name];
    const statements = judgement?.status === 'scored' ? judgement.statements : [];
    return statements.flatMap(
      ({ labelKey: key, text: statement, quote, isCall, turn = 1, result, reason }) => {
        const request = requests[turn - 1];
        if (key === undefined || request === undefined) return [];
        const { task, history, input } = request;
        const { output, toolCalls } = request.answer;
        const label = { case: id, task, history, input, answer: output, toolCalls, key, statement, quote };
        return [{ label: omitUndefined({ ...label, call: isCall }), result, reason }];
      },
    );
  });
}

type Choice = VerdictLabel | 'skip' | 'back' | 'quit';

const CHOICES: Readonly<Record<string, Choice>> = {
  y: 'yes',
  u: 'unsure',
  n: 'no',
  s: 'skip',
  z: 'back',
  q: 'quit',
};

async function askOnce(ask: Ask, print: LocalCheckout['print']): Promise<Choice> {
  for (;;) {
    const key = (await ask('  y/u/n/s/z/q > ', { keys: Object.keys(CHOICES) }))?.trim().toLowerCase() ?? 'q';
    const choice = CHOICES[key] ?? Object.values(CHOICES).find((each) => each === key);
    if (choice !== undefined) return choice;
    print(`  ${HELP}\n`);
  }
}

function renderCandidate({ label }: LabelCandidate, place: string): string {
  const { task = null, history = [], input = '', answer = '', statement = '' } = label;
  const lines = [
    '',
    `${place} · case ${fitConsoleLine(label.case ?? '', 60)}`,
    ...(task === null ? [] : [`  task: ${fitConsoleLine(task, MAX_SHOWN_LENGTH)}`]),
    ...history.map(({ role, content }) => `  ${role}: ${fitConsoleLine(content)}`),
    `  asked: ${fitConsoleLine(input, MAX_SHOWN_LENGTH)}`,
    `  answer: ${fitConsoleLine(answer, MAX_SHOWN_LENGTH)}`,
    '',
    `  ${escapeForLog(statement).replaceAll('\n', '\n  ')}`,
    '',
  ];
  return `${lines.join('\n')}\n`;
}

type LabelFile = {
  readonly path: string;
  labels(): TeamLabels;
  /** Written whole: a killed run leaves the file with the label or without it. */
  save(label: TeamLabel): Promise<void>;
};

/** The suite's labels file, made if missing. Throws `UserError` with its problems. */
async function openLabels(folder: string, path: string): Promise<LabelFile> {
  const place = resolve(folder, path);
  const read = async () => (await openFolderTree(folder).read(path)) ?? '';
  const write = async (text: string): Promise<void> => {
    await writeFiles(dirname(place), [{ name: basename(place), text }]).catch((cause: unknown) => {
      throw new UserError(`label: ${path} cannot be written: ${describeError(cause)}`, { cause });
    });
  };
  let labels = parseLabels(await read(), path);
  if (labels.size === 0) await write(await read());
  return {
    path,
    labels: () => labels,
    async save(label) {
      // It may have been edited meanwhile.
      const text = await read();
      parseLabels(text, path);
      const next = setLabel(text, label);
      await write(next);
      labels = parseLabels(next, path);
    },
  };
}

function describeCount(file: LabelFile): string {
  const labels = [...file.labels().values()];
  const counts = VERDICT_LABELS.map(
    (name) => `${labels.filter(({ label }) => label === name).length} ${name}`,
  );
  return `${toConsoleLine(file.path)} has ${formatCount(labels.length, 'label')}: ${counts.join(', ')}.`;
}
