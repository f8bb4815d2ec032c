import type { ReviewReason } from '../../model/notes.js';
import { counted, grouped } from '../../text/counts.js';
import { codeSpan } from '../../text/values.js';
import { renderNames } from './difference.js';
import { causeClause } from './obstacle.js';

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
