import { basename, join, resolve } from 'node:path';
import { compareRecords } from '../decide/compare/compare-records.js';
import { exitCodeOf } from '../decide/gate/exit-code.js';
import { unusableBase } from '../decide/gate/usable-record.js';
import { judgedOtherwise } from '../judging/judged-otherwise.js';
import { UserError } from '../ports/errors.js';
import type { RunRecord } from '../ports/run-record.js';
import type { SuiteSettings } from '../ports/settings.js';
import { countRejudged, rejudgeRecord } from '../produce/rejudge-record.js';
import { recordFile } from '../publish/files.js';
import { consoleLine } from '../report/console-text.js';
import { renderList } from '../report/figures.js';
import { wordsFor } from '../scorers/measure-words.js';
import { openSuiteJudging } from '../session/open-suite-judging.js';
import type { Overrides } from '../settings/overrides.js';
import { counted } from '../text/counts.js';
import { readGivenRecords } from './given-records.js';
import { leaveFiles, openOutput } from './local-output.js';
import { withLocalEffects } from './local-session.js';
import { type Local, openLocal, prepareOne } from './open-local.js';
import type { Terminal } from './terminal.js';

/**
 * `rejudge record.json`: the same answers under today's judge, in a record of its own. Resolves with the exit code:
 * 0 written, 2 not writable, 3 the judge could not be had. Throws `UserError`.
 */
export async function runRejudge(
  [path = '']: readonly string[],
  overrides: Overrides,
  terminal: Terminal,
): Promise<number> {
  const local = await openLocal(overrides, terminal, { against: 'nothing' });
  const [record] = await readGivenRecords('rejudge', local.folder, [path]);
  if (record === undefined) throw new UserError('rejudge: no record was given');
  const run = await prepareOne(local, findSuite(local, record));
  const folder = await openOutput(local.folder, { given: overrides.output, name: 'rejudged' });
  const name = basename(path).replace(/\.gz$/, '');
  if (join(folder, name) === resolve(local.folder, path)) {
    throw new UserError(`output: ${JSON.stringify(folder)} holds the record itself; name another folder`);
  }

  const { suite, files } = run;
  const { judged, journals } = await withLocalEffects(
    local,
    'rejudge',
    async (effects) => {
      await using journal = await effects.journals.open(suite);
      await using judging = await openSuiteJudging(suite, run, effects, journal);
      judging.learn(record);
      const due = countRejudged(record, files.cases);
      if (due.answers === 0) throw new UserError(nothingToJudge(record, path, suite.dataset));
      const answers = counted(due.answers, 'stored answer');
      const was = judgedOtherwise(record, judging, files);
      const known = was === null ? ', as before: known verdicts hold' : '';
      local.log.info(
        `${answers}, judged by ${was ?? record.judge.name}, to be judged by ${judging.fingerprint.name}${known}`,
      );
      const again = await rejudgeRecord(record, { ...files, judging }, effects);
      return { judged: again, journals: effects.journals };
    },
    { suites: [suite] },
  );
  const reason = unusableBase(judged, '');
  if (reason !== null) {
    local.log.error(`The record could not be judged again: ${reason}.`);
    return exitCodeOf({ kind: 'told', suites: ['error'] });
  }
  local.print(renderJudged(record, judged));
  const place = { folder, what: 'Record', shown: join(folder, name) };
  const isLeft = await leaveFiles(local, [recordFile(name, judged, local.redact)], place);
  if (isLeft) await journals.finish(suite.name);
  return exitCodeOf({ kind: isLeft ? 'nothing-due' : 'mistake' });
}

function nothingToJudge({ cases }: RunRecord, path: string, dataset: string): string {
  return cases.some(({ samples }) => samples.some(({ answer }) => answer.status === 'answered'))
    ? `rejudge: ${path} has no answer to a question of ${dataset}: its cases have been edited or removed since; give the dataset that it was made with`
    : `rejudge: ${path} has no answer that could be judged`;
}

function findSuite({ sides }: Local, { suite }: RunRecord): SuiteSettings {
  const { suites } = sides.settings;
  const found = suites.find(({ name }) => name === suite);
  if (found !== undefined) return found;
  const names = renderList(suites.map(({ name }) => JSON.stringify(name)));
  throw new UserError(
    `rejudge: the record is of suite ${JSON.stringify(suite)}, and the settings have ${names}; its dataset is needed to know what was asked`,
  );
}

/** One line a scorer of today; a record without it has a dash for before. */
function renderJudged(before: RunRecord, after: RunRecord): string {
  const { usage, judge } = after;
  const cost = counted(usage.judge.calls, 'judge call');
  const lines = after.scorers.map((scorer) => {
    const words = wordsFor(scorer);
    const meanOf = (record: RunRecord) =>
      words.score(compareRecords({ head: record, base: null, scorer: scorer.id }).floorMean);
    const now = `${meanOf(after)} by ${consoleLine(judge.name)}`;
    const then = `${meanOf(before)} by ${consoleLine(before.judge.name)} before`;
    return `${consoleLine(after.suite)}: mean ${words.name} ${now}, ${then} (${cost})\n`;
  });
  return lines.join('');
}
