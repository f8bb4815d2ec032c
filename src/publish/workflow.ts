import { posix } from 'node:path';
import { endGroup, error, info, saveState, setOutput, startGroup, summary, warning } from '@actions/core';
import type { Log } from '../model/effects.js';
import type { Annotation } from '../report/annotations.js';
import { inertForLog } from '../report/console.js';
import type { Redact } from '../text/redact.js';
import { placeOfProblem } from '../text/values.js';

/** The runner's interface for a step. */
export interface Workflow {
  annotate(annotation: Annotation): void;
  setOutput(name: string, value: string): void;
  /** Adds to the job summary. */
  addSummary(markdown: string): Promise<void>;
  saveState(name: string, value: string): void;
}

/**
 * Log lines of a workflow step. Warnings and errors are annotations, at their file and line if they begin with one.
 * @param directory Folder that those files are relative to, from the repository's top.
 */
export function createActionsLog(redact: Redact, directory = ''): Log {
  const annotate = (tell: typeof error, line: string) => {
    const text = inertForLog(redact(line));
    const place = placeOfProblem(text);
    tell(text, place === null ? {} : { file: posix.join(directory, place.path), startLine: place.line });
  };
  return {
    info: (line) => info(inertForLog(redact(line))),
    warning: (line) => annotate(warning, line),
    error: (line) => annotate(error, line),
    group(title) {
      startGroup(inertForLog(redact(title)));
      return endGroup;
    },
  };
}

/** The runner's own channels. `@actions/core` finds them in the environment and escapes what is put into a command. */
export function openWorkflow(): Workflow {
  const commands = { error, warning };
  return {
    annotate: ({ level, title, message, file, line = 1 }) =>
      commands[level](message, file === undefined ? { title } : { title, file, startLine: line }),
    setOutput,
    async addSummary(markdown) {
      await summary.addRaw(markdown, true).write();
    },
    saveState,
  };
}
