import type { Note } from '../../model/notes.js';
import { counted, grouped } from '../../text/counts.js';
import { codeSpan, shortCommit } from '../../text/values.js';
import { renderDifference } from './difference.js';

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
    case 'our-word':
      return `The value of ${note.name} is not redacted, because it is a word that the report uses itself. Keep no secret in it.`;
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
