import type { Note, ReviewReason, SettingsChange } from '../../model/notes.js';
import { cutText, formatCount, formatNumber, isList, quoteAsCode, shortenCommit } from '../../text/values.js';
import {
  renderByKind,
  renderCause,
  renderDifference,
  renderNames,
  type TextByKind,
  trimClause,
} from './obstacle.js';

const MAX_CAUSE_LENGTH = 160;

/** Sentences, foreign names in backticks. */
const NOTES: TextByKind<Note> = {
  'task-of-head': () =>
    'No `task` is set, so the prompt says what the agent is for. To judge answers by something else, set `task`.',
  'all-lowest': ({ scorer }) =>
    `${quoteAsCode(scorer)} gives every case the lowest score on both sides, so it cannot get worse: check its settings.`,
  'no-ground-truth': ({ scorer, missing, of }) =>
    `${quoteAsCode(scorer)} skips ${formatNumber(missing)} of ${formatCount(of, 'case')} without \`groundTruth\`.`,
  rejudged: ({ because }) =>
    `The baseline's answers were scored again, because ${renderDifference(because)}.`,
  'base-failed-too': () =>
    'The agent fails on the base branch, too, so this change is probably not the cause.',
  'new-suite': () =>
    'This suite is new, so a regression does not fail the check yet. It does once the config file is merged.',
  'base-not-set-up': ({ reason }) =>
    `Nothing is compared yet, which is normal while you set up the check: the base branch has no such suite, and its agent does not answer (${cutText(renderCause(reason), MAX_CAUSE_LENGTH)}).`,
  'some-cases': ({ ran, of }) =>
    `Only ${formatNumber(ran)} of ${formatCount(of, 'case')} ran, so this is no result for the whole suite.`,
  stored: ({ commit, store }) =>
    `The baseline${commit === null ? '' : ` for ${quoteAsCode(shortenCommit(commit))}`} was stored in the ${store}.`,
  rewritten: ({ paths, counted: version }) =>
    version === 'commit'
      ? `An earlier step changed ${renderNames(paths)}. The commit's version was used.`
      : `An earlier step changed ${renderNames(paths)}, so programs did not run with the commit's version.`,
  'not-stored': () => 'No baseline was stored, because the run is incomplete.',
  'thoughts-left-out': ({ answers }) =>
    `${formatCount(answers, 'answer')} began with thoughts, which were left out. To judge them too, set \`thoughts: kept\` in the target.`,
  'judges-itself': ({ model }) =>
    `${quoteAsCode(model)} judges its own answers, because the config file sets no \`judge\`.`,
  'slowed-down': ({ host, refused }) =>
    `${quoteAsCode(host)} limited the run: ${formatCount(refused, 'request')} had to be sent again.`,
  overloaded: ({ reason, times }) =>
    `${trimClause(reason)}${times === 1 ? '' : ` (${formatNumber(times)} times)`}; these requests were sent again.`,
  'model-shutdown': ({ model, date }) =>
    `The provider shuts down ${quoteAsCode(model)} on ${date}. Choose another model before then.`,
  'default-gate': ({ suite }) =>
    `The default gate decided, because no config file here has a suite ${quoteAsCode(suite)}.`,
  'facts-not-compared': () =>
    'Facts were not compared: what an answer lost or contradicts in other words is not found. `--facts` asks the judge.',
  'few-runs-for-facts': ({ needed }) =>
    `A lost fact is yellow at most: red takes ${formatNumber(needed)} answers per case in both records (\`run --repeat ${formatNumber(needed)}\`).`,
  'two-suites': ({ base, head }) =>
    `The records are of two suites, ${quoteAsCode(base)} and ${quoteAsCode(head)}.`,
};

/** A note as a sentence. */
export function renderNote(note: Note): string {
  return renderByKind(NOTES, note);
}

/** A pull request does not set its own limits. */
const OLD_VALUE_COUNTS = 'This check used the old value; the new one counts after the merge.';

/** A change to the check itself: sentences, foreign names and values in backticks. */
const CHANGES: TextByKind<SettingsChange> = {
  setting: ({ name, scorer, before, after, decides }) => {
    const of = scorer === undefined ? '' : ` of ${quoteAsCode(scorer)}`;
    const change = `${quoteAsCode(name)}${of}: ${renderValue(before)} → ${renderValue(after)}`;
    return decides === 'base' ? `${change}. ${OLD_VALUE_COUNTS}` : `${change} (tested here).`;
  },
  task: () => "`task` changed. Answers are judged against the base branch's task until the merge.",
  watch: ({ removed, added }) => {
    const parts = [
      ...(removed.length > 0 ? [`removes ${renderNames(removed)}`] : []),
      ...(added.length > 0 ? [`adds ${renderNames(added)}`] : []),
    ];
    return `\`watch\` ${parts.join(' and ')}. ${OLD_VALUE_COUNTS}`;
  },
  'suite-removed': () => 'The pull request removes this suite, but it still runs until the merge.',
  labels: ({ path }) =>
    `The labels in ${quoteAsCode(path)} changed. The base's labels count until the merge.`,
  'scorer-code': ({ path, files, removed }) => {
    const through = files.includes(path) ? '' : ` (${renderNames(files)})`;
    return `The scorer ${quoteAsCode(path)}${through} ${removed ? 'was removed' : 'changed'}. The base's version scores until the merge.`;
  },
  workflow: ({ path }) =>
    `The workflow file ${quoteAsCode(path)} changed, and this run used the pull request's version.`,
  'model-in-code': ({ path, model, measured }) =>
    `${quoteAsCode(path)} now asks ${quoteAsCode(model)}, and this suite still asks ${quoteAsCode(measured)}, so that change is not tested. Set \`model: ${model}\` in the config file, too.`,
  'unread-files': ({ paths, measured }) =>
    `${renderNames(paths)} changed, and this suite asks ${quoteAsCode(measured)}, which did not change. If one has the text of the other, nothing is tested until both change.`,
};

/** A change to the check as a sentence. */
export function renderSettingsChange(change: SettingsChange): string {
  return renderByKind(CHANGES, change);
}

function renderValue(value: unknown): string {
  if (value === undefined) return 'not set';
  const text = isList(value) ? value.map(renderSingleValue).join(', ') : renderSingleValue(value);
  return text === '' ? 'empty' : quoteAsCode(text);
}

function renderSingleValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Why a change needs human review: clauses without a full stop, foreign names in backticks. */
const REVIEWS: TextByKind<ReviewReason> = {
  'unreadable-base': ({ what, path, problems }) => {
    const noun = what === 'labels' ? 'labels file' : what;
    const file =
      path === null ? `the base branch's ${noun}` : `the base branch's ${noun} ${quoteAsCode(path)}`;
    const state = problems.length === 0 ? 'does not exist' : `cannot be read (${problems.join('; ')})`;
    return `${file} ${state}, so ${what === 'labels' ? 'no label counted' : "the pull request's own was used"}`;
  },
  'broken-base': ({ reason }) =>
    `nothing was compared, because the base branch cannot be measured: ${renderCause(reason)}`,
  'recorded-target': ({ paths }) => `recorded answers (${renderNames(paths)}) replace a live target`,
  'prompt-not-asked': ({ path }) => `${quoteAsCode(path)} changed and is no longer used`,
  'cases-not-compared': ({ cause, missing, of, caseIds = [] }) => {
    const names = caseIds.length === 0 ? '' : ` (${renderNames(caseIds)})`;
    return MISSING_CASES[cause](
      `${formatNumber(missing)} of the base branch's ${formatCount(of, 'case')}${names}`,
    );
  },
  'failed-at-base': ({ failed, of, reason }) =>
    `the base branch's agent failed in ${formatNumber(failed)} of ${formatCount(of, 'case')}, so the new answers to them are not compared: ${reason}`,
  'fork-renames': ({ files }) =>
    `the fork renames ${renderNames(files.map(({ from, to }) => `${from} → ${to}`))}, so check that config and code name the new path`,
  'fork-changes': ({ paths }) =>
    `only the messages of the fork's prompts were run, and it also changes ${renderNames(paths)}`,
  'nothing-to-score': ({ scorers }) =>
    `${renderNames(scorers)} ${scorers.length === 1 ? 'has' : 'have'} nothing to score in any answer, so ${scorers.length === 1 ? 'it decides' : 'they decide'} nothing`,
  'misled-judge': ({ caseIds }) =>
    `${caseIds.length === 1 ? 'an answer' : 'answers'} to ${renderNames(caseIds)} made the judge break its rules, and the base branch's did not`,
};

const MISSING_CASES = {
  'prompt-variables': (cases: string) =>
    `${cases} could not be run: they have no value for a variable of the new prompt, and the pull request removes these cases from the dataset`,
  'not-recorded': (cases: string) => `${cases} have no recorded answer`,
  'not-in-record': (cases: string) => `${cases} are not compared`,
} as const;

/** Why a person has to look, as a clause. */
export function renderReview(reason: ReviewReason): string {
  return renderByKind(REVIEWS, reason);
}

/** The same in a few words, without foreign text. */
const REVIEWS_IN_SHORT: TextByKind<ReviewReason> = {
  'unreadable-base': ({ what }) =>
    what === 'labels' ? "the team's labels were not used" : `the base branch's ${what} could not be used`,
  'broken-base': () => 'nothing was compared',
  'recorded-target': () => 'recorded answers replace a live target',
  'prompt-not-asked': () => 'a prompt file is no longer used',
  'cases-not-compared': ({ missing, of }) => `${missing} of ${formatCount(of, 'case')} were not compared`,
  'failed-at-base': ({ failed, of }) => `${failed} of ${formatCount(of, 'case')} were not compared`,
  'fork-renames': () => 'the fork renames files',
  'fork-changes': () => 'the fork changes more than its prompts',
  'nothing-to-score': ({ scorers }) =>
    `${formatCount(scorers.length, 'scorer')} ${scorers.length === 1 ? 'has' : 'have'} nothing to score`,
  'misled-judge': ({ caseIds }) => `${formatCount(caseIds.length, 'answer')} influenced the judge`,
};

/** `2 of 12 cases were not compared`: for a heading, and for the question whether that is fine. */
export function summarizeReview(reason: ReviewReason): string {
  return renderByKind(REVIEWS_IN_SHORT, reason);
}
