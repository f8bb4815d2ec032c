import type { Note, ReviewReason, SettingsChange } from '../../model/notes.js';
import { counted, grouped } from '../../text/counts.js';
import { codeSpan, isList, shortCommit } from '../../text/values.js';
import { causeClause, renderDifference, renderNames } from './obstacle.js';

/** A sentence, foreign names in backticks. */
export function renderNote(note: Note): string {
  switch (note.kind) {
    case 'task-of-head':
      return 'Answers are judged against the new prompt, because there is no earlier one; set `task` to say what the agent is for.';
    case 'task-of-baseline':
      return "Answers are judged against the baseline's task.";
    case 'all-lowest':
      return `${codeSpan(note.scorer)} gives every case the lowest score on both sides, so it cannot get worse: check its settings.`;
    case 'no-ground-truth':
      return `${codeSpan(note.scorer)} skips ${grouped(note.missing)} of ${counted(note.of, 'case')} without \`groundTruth\`.`;
    case 'rejudged':
      return `The baseline's answers were scored again, because ${renderDifference(note.because)}.`;
    case 'some-cases':
      return `Only ${grouped(note.ran)} of ${counted(note.of, 'case')} ran, so this is no result for the whole suite.`;
    case 'stored': {
      const of = note.commit === null ? '' : ` for ${codeSpan(shortCommit(note.commit))}`;
      return `The baseline${of} was stored in the ${note.store}.`;
    }
    case 'not-stored':
      return 'No baseline was stored, because the run is incomplete.';
    case 'judges-itself':
      return `${codeSpan(note.model)} judges its own answers, because the config file sets no \`judge\`.`;
    case 'slowed-down':
      return `${codeSpan(note.host)} limited the run: ${counted(note.refused, 'request')} had to be sent again.`;
    case 'model-shutdown':
      return `The provider shuts down ${codeSpan(note.model)} on ${note.date}. Choose another model before then.`;
    case 'default-gate':
      return `The default gate decided, because no config file here has a suite ${codeSpan(note.suite)}.`;
    case 'two-suites':
      return `The records are of two suites, ${codeSpan(note.base)} and ${codeSpan(note.head)}.`;
    default:
      return note satisfies never;
  }
}

/** A change to the check itself: a sentence, foreign names and values in backticks. */
export function renderChange(change: SettingsChange): string {
  switch (change.kind) {
    case 'setting':
      return renderSetting(change);
    case 'task':
      return "`task` changed: answers are judged against the base's until the merge.";
    case 'watch': {
      const parts = [
        ...(change.removed.length > 0 ? [`removes ${renderNames(change.removed)}`] : []),
        ...(change.added.length > 0 ? [`adds ${renderNames(change.added)}`] : []),
      ];
      return `\`watch\` ${parts.join(' and ')} (takes effect after the merge).`;
    }
    case 'suite-removed':
      return 'The pull request removes this suite: it runs until the merge.';
    case 'labels':
      return `The labels in ${codeSpan(change.path)} changed: the base's count until the merge.`;
    case 'scorer-code': {
      const { path, files, removed } = change;
      const through = files.includes(path) ? '' : ` (${renderNames(files)})`;
      return `The scorer ${codeSpan(path)}${through} ${removed ? 'was removed' : 'changed'}: the base's scores until the merge.`;
    }
    case 'workflow':
      return `The workflow file ${codeSpan(change.path)} changed: the pull request's own ran.`;
    default:
      return change satisfies never;
  }
}

function renderSetting(change: Extract<SettingsChange, { kind: 'setting' }>): string {
  const { name, scorer, before, after, decides } = change;
  const of = scorer === undefined ? '' : ` of ${codeSpan(scorer)}`;
  const counts = decides === 'base' ? 'takes effect after the merge' : 'already used here';
  return `${codeSpan(name)}${of}: ${renderValue(before)} → ${renderValue(after)} (${counts}).`;
}

function renderValue(value: unknown): string {
  if (value === undefined) return 'not set';
  const text = isList(value) ? value.map(textOf).join(', ') : textOf(value);
  return text === '' ? 'empty' : codeSpan(text);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

type UnreadableBase = Extract<ReviewReason, { kind: 'unreadable-base' }>;
type MissingCases = Extract<ReviewReason, { kind: 'cases-not-compared' }>;

/** Why a change needs human review: a clause without a full stop, foreign names in backticks. */
export function renderReview(reason: ReviewReason): string {
  switch (reason.kind) {
    case 'unreadable-base':
      return renderUnreadable(reason);
    case 'broken-base':
      return `nothing was compared, because ${causeClause(reason.reason)}`;
    case 'recorded-target':
      return `recorded answers (${renderNames(reason.paths)}) replace a live target`;
    case 'prompt-not-asked':
      return `${codeSpan(reason.path)} ${reason.gone ? 'was removed' : 'changed'} and is no longer used`;
    case 'cases-not-compared':
      return renderMissingCases(reason);
    case 'failed-at-base':
      return `the base's agent failed in ${grouped(reason.failed)} of ${counted(reason.of, 'case')}, so the new answers to them are not compared: ${reason.reason}`;
    case 'fork-renames': {
      const files = reason.files.map(({ from, to }) => `${from} → ${to}`);
      return `the fork renames ${renderNames(files)}, so check that config and code name the new path`;
    }
    case 'fork-changes':
      return `only the messages of the fork's prompts were run, and it also changes ${renderNames(reason.paths)}`;
    case 'misled-judge': {
      const whose = reason.caseIds.length === 1 ? 'an answer' : 'answers';
      return `${whose} to ${renderNames(reason.caseIds)} made the judge break its rules, and the base's did not`;
    }
    default:
      return reason satisfies never;
  }
}

function renderUnreadable({ what, path, problems }: UnreadableBase): string {
  const noun = what === 'labels' ? 'labels file' : what;
  const file = path === null ? `the base's ${noun}` : `the base's ${noun} ${codeSpan(path)}`;
  const state = problems.length === 0 ? 'does not exist' : `cannot be read (${problems.join('; ')})`;
  const instead = what === 'labels' ? 'no label counted' : "the pull request's own was used";
  return `${file} ${state}, so ${instead}`;
}

function renderMissingCases({ cause, missing, of }: MissingCases): string {
  const cases = `${grouped(missing)} of the base's ${counted(of, 'case')}`;
  switch (cause) {
    case 'prompt-variables':
      return `the prompt's variables changed, so ${cases} could not be run`;
    case 'not-recorded':
      return `${cases} have no recorded answer`;
    case 'not-in-record':
      return `${cases} are not compared`;
    default:
      return cause satisfies never;
  }
}
