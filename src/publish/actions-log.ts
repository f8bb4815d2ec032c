import { posix } from 'node:path';
import {
  type AnnotationProperties,
  endGroup,
  error,
  info,
  saveState,
  setOutput,
  startGroup,
  summary,
  warning,
} from '@actions/core';
import type { Log } from '../ports/log.js';
import { inertForLog } from '../report/console-text.js';
import type { Redact } from '../text/redact.js';
import type { Workflow } from './workflow.js';

/**
 * Lines in the log of a workflow step. Warnings and errors are annotations too, which `@actions/core` escapes; one that
 * opens with a file and line is shown there.
 * @param directory Folder that those files are relative to, from the repository's top.
 */
export function createActionsLog(redact: Redact, directory = ''): Log {
  const annotate = (tell: typeof error, line: string) => {
    const text = inertForLog(redact(line));
    tell(text, placeOf(text, directory));
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

/** `prompts/a.md:4: …` or `evals/a.jsonl:4:2: …`, as mistakes are told. */
function placeOf(text: string, directory: string): AnnotationProperties {
  const [, path = '', line] = /^([^\s:]+):(\d+)(?::\d+)?: /.exec(text) ?? [];
  return line === undefined ? {} : { file: posix.join(directory, path), startLine: Number(line) };
}
