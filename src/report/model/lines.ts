import type { Note, SettingsChange } from '../../ports/notes.js';
import { renderChange } from '../notes/change.js';
import { renderNote } from '../notes/note.js';

export function noteLine(note: Note | string): string {
  return typeof note === 'string' ? note : renderNote(note);
}

export function changeLine(change: SettingsChange | string): string {
  return typeof change === 'string' ? change : renderChange(change);
}
