import { lstat, readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { parseLabels, setLabel } from '../dataset/labels-file.js';
import { isAbsent, messageOf, UserError } from '../ports/errors.js';
import type { RunRecord } from '../ports/run-record.js';
import type { SuiteSettings } from '../ports/settings.js';
import type { TeamLabels } from '../ports/team-labels.js';
import type { VerdictLabel } from '../ports/verdict.js';
import { publishFiles } from '../publish/files.js';
import { consoleLine, inertForLog, shortened } from '../report/console-text.js';
import { renderList } from '../report/figures.js';
import type { Overrides } from '../settings/overrides.js';
import { counted, grouped } from '../text/counts.js';
import { fileText } from '../text/file-text.js';
import { readGivenRecords, readLastRun } from './given-records.js';
import { type Candidate, listCandidates, sortByUse } from './label-candidates.js';
import { type Local, openLocal, prepareOne, readStored } from './open-local.js';
import type { Ask, Terminal } from './terminal.js';

/** Of an answer and of a task so many characters are shown around what is labelled. */
const SHOWN_CHARACTERS = 1_500;
const WORDS: Readonly<Record<string, VerdictLabel>> = {
  y: 'yes',
  yes: 'yes',
  u: 'unsure',
  unsure: 'unsure',
  n: 'no',
  no: 'no',
};
const HELP =
  'y, u or n: is it relevant to what was asked? yes, unsure, no. s skips, b goes back, v shows the verdict, q quits.';

/**
 * `label [record.json]`: asks on the terminal about a record's statements, the useful ones first, and saves every answer
 * at once; with `--key` and `--as` it writes one label and asks nothing. Resolves with 0. Throws `UserError`, and `Stopped`
 * at Ctrl-C.
 */
export async function runLabel(
  [path]: readonly string[],
  overrides: Overrides,
  terminal: Terminal,
): Promise<number> {
  const { key, as } = overrides;
  if ((key === undefined) !== (as === undefined)) {
    throw new UserError('label: --key and --as go together: `label --key <key> --as yes|unsure|no`');
  }
  const { ask } = terminal;
  if (key === undefined && ask === undefined) {
    throw new UserError(
      'label: nobody can be asked here, since this is no terminal; write one label with `label --key <key> --as yes|unsure|no`',
    );
  }
  const local = await openLocal(overrides, terminal, { against: 'nothing' });
  const { record, suite, from } = await chooseRecord(path, local);
  const file = await openLabels(local.folder, suite);
  const run = await prepareOne(local, { ...suite, labels: null, givenLabels: null });
  const found = record === null ? [] : listCandidates(record, run);
  if (key !== undefined && as !== undefined) {
    const one = found.find((each) => each.key === key);
    await file.save(key, as, one ?? null);
    const what = one === undefined ? '' : `: “${shortened(one.said.statement)}”`;
    const note =
      one === undefined
        ? `\nNo statement of ${from} has this key, so nothing but the key was kept: the judge is held against it once a run says what it is about.`
        : '';
    local.print(`Labelled ${as}${what}. ${tellCount(file)}${note}\n`);
    return 0;
  }
  if (found.length === 0) throw new UserError(`label: ${from} has no statement that could be labelled`);
  const base = await readStored(local, suite.name);
  const due = sortByUse(found, base).filter((each) => !file.labels().has(each.key));
  terminal.write(
    `${counted(found.length, 'statement')} of ${shortened(from)}, ${due.length} without a label. ${HELP}\n`,
  );
  try {
    if (ask !== undefined) await walk(due, { file, print: local.print, ask });
  } finally {
    terminal.write(`${tellCount(file)}\n`);
  }
  return 0;
}

/** The record that was given, else the one of the last run, and the suite that it is of. */
async function chooseRecord(
  path: string | undefined,
  { folder, sides }: Local,
): Promise<{ readonly record: RunRecord | null; readonly suite: SuiteSettings; readonly from: string }> {
  const { suites } = sides.settings;
  const names = renderList(suites.map(({ name }) => JSON.stringify(name)));
  const labelled = suites.filter(({ labels }) => labels !== null);
  if (labelled.length === 0) {
    throw new UserError(
      `label: no suite of ${names} has labels; make an empty file, for example evals/labels.jsonl, and name it in the config file: \`labels: evals/labels.jsonl\` in the suite`,
    );
  }
  if (path === undefined) {
    const [suite, another] = labelled;
    if (suite === undefined || another !== undefined) {
      throw new UserError(`label: choose one of the suites ${names} with --suite, or name a run record`);
    }
    const { record, path: last } = await readLastRun('label', folder, suite.name);
    return { record, suite, from: record === null ? `the last run (${last} is not there)` : last };
  }
  const [record] = await readGivenRecords('label', folder, [path]);
  const suite = labelled.find(({ name }) => name === record?.suite);
  if (record === undefined || suite === undefined) {
    throw new UserError(
      `label: the record is of suite ${JSON.stringify(record?.suite)}, and it has no \`labels\` in the config file (there are ${names})`,
    );
  }
  return { record, suite, from: path };
}

type Walk = {
  readonly file: LabelFile;
  readonly print: Local['print'];
  readonly ask: Ask;
};

/** Statement by statement, until all are labelled or somebody quits. */
async function walk(due: readonly Candidate[], { file, print, ask }: Walk): Promise<void> {
  for (let at = 0; at < due.length; ) {
    const candidate = due[at];
    if (candidate === undefined) return;
    print(renderCandidate(candidate, `${at + 1} of ${due.length}`));
    const step = await askOnce(candidate, { print, ask });
    if (step === 'quit') return;
    if (step === 'back') at = Math.max(0, at - 1);
    else {
      if (step !== 'skip') {
        await file.save(candidate.key, step, candidate);
        print(renderVerdict(candidate));
      }
      at += 1;
    }
  }
}

async function askOnce(
  candidate: Candidate,
  { print, ask }: Pick<Walk, 'print' | 'ask'>,
): Promise<VerdictLabel | 'skip' | 'back' | 'quit'> {
  for (;;) {
    const answer = await ask('  y/u/n/s/b/v/q > ');
    const word = answer?.trim().toLowerCase() ?? 'q';
    const label = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
    if (label !== undefined) return label;
    if (word === 's' || word === 'skip') return 'skip';
    if (word === 'b' || word === 'back') return 'back';
    if (word === 'q' || word === 'quit') return 'quit';
    print(word === 'v' ? renderVerdict(candidate) : `  ${HELP}\n`);
  }
}

function renderCandidate({ caseId, said }: Candidate, place: string): string {
  const { task, history, input, answer, statement } = said;
  const lines = [
    '',
    `${place} · case ${shortened(caseId, 60)}`,
    ...(task === null ? [] : [`  task: ${shortened(task, SHOWN_CHARACTERS)}`]),
    ...history.map(({ role, content }) => `  ${role}: ${shortened(content)}`),
    `  asked: ${shortened(input, SHOWN_CHARACTERS)}`,
    ...(answer.trim() === '' ? [] : [`  answer: ${shortened(answer, SHOWN_CHARACTERS)}`]),
    '',
    `  ${inertForLog(statement).replaceAll('\n', '\n  ')}`,
    '',
  ];
  return `${lines.join('\n')}\n`;
}

function renderVerdict({ judged: { result, reason, byTeam } }: Candidate): string {
  return byTeam
    ? '  (The judge was not asked about it: it had a label.)\n'
    : `  The judge says ${result}${reason === '' ? '' : `: ${shortened(reason)}`}\n`;
}

type LabelFile = {
  readonly path: string;
  labels(): TeamLabels;
  /** A run that is killed leaves the file with it or the one without. */
  save(key: string, label: VerdictLabel, candidate: Candidate | null): Promise<void>;
};

/** The suite's file of labels; made where it is not there yet. Throws `UserError` with its mistakes. */
async function openLabels(folder: string, suite: SuiteSettings): Promise<LabelFile> {
  const path = suite.labels ?? '';
  const place = resolve(folder, path);
  let labels = parseLabels(await readText(place, path), path);
  const write = async (text: string): Promise<void> => {
    const written = await publishFiles(dirname(place), [{ name: basename(place), text }]);
    if (written.status === 'failed') throw new UserError(`label: ${path}: ${written.warning}`);
  };
  // A run wants the file that its config names.
  if (labels.size === 0) await write(await readText(place, path));
  return {
    path,
    labels: () => labels,
    async save(key, label, candidate) {
      // Somebody may have edited it meanwhile.
      const text = await readText(place, path);
      const said = candidate?.said ?? parseLabels(text, path).get(key)?.said ?? null;
      const next = setLabel(text, { key, label, said }, candidate?.caseId ?? null);
      await write(next);
      labels = parseLabels(next, path);
    },
  };
}

/** As a run would read it: what this command takes, no run may refuse. */
async function readText(place: string, path: string): Promise<string> {
  try {
    if ((await lstat(place)).isSymbolicLink()) {
      throw new UserError(
        `label: ${path} is a symbolic link, which runs do not follow; name the file itself`,
      );
    }
    const read = fileText(await readFile(place));
    if ('problem' in read) throw new UserError(`label: ${path} ${read.problem}.`);
    return read.text;
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    if (isAbsent(cause)) return '';
    throw new UserError(`label: ${place} cannot be read: ${messageOf(cause)}`, { cause });
  }
}

function tellCount(file: LabelFile): string {
  const labels = [...file.labels().values()];
  const count = (label: VerdictLabel) => grouped(labels.filter((each) => each.label === label).length);
  return `${consoleLine(file.path)} has ${counted(labels.length, 'label')}: ${count('yes')} yes, ${count('unsure')} unsure, ${count('no')} no.`;
}
