import type { SettingsChange } from '../../model/notes.js';
import { codeSpan, isList } from '../../text/values.js';
import { renderNames } from './difference.js';

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
