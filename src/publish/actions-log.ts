import { posix } from 'node:path';
import { type AnnotationProperties, endGroup, error, info, startGroup, warning } from '@actions/core';
import type { Log } from '../ports/log.js';
import type { Redact } from '../text/redact.js';

const ZERO_WIDTH_SPACE = '\u200b';

/**
 * Lines in the log of a workflow step. Warnings and errors are annotations too, which `@actions/core` escapes; one that
 * opens with a file and line is shown there.
 * @param directory Folder that those files are relative to, from the repository's top.
 */
export function createActionsLog(redact: Redact, directory = ''): Log {
  const annotate = (tell: typeof error, line: string) => {
    const text = visible(redact(line));
    tell(text, placeOf(text, directory));
  };
  return {
    info: (line) => info(disarmCommands(redact(line))),
    warning: (line) => annotate(warning, line),
    error: (line) => annotate(error, line),
    group(title) {
      startGroup(visible(redact(title)));
      return endGroup;
    },
  };
}

/** `prompts/a.md:4: …` or `evals/a.jsonl:4:2: …`, as mistakes are told. */
function placeOf(text: string, directory: string): AnnotationProperties {
  const [, path = '', line] = /^([^\s:]+):(\d+)(?::\d+)?: /.exec(text) ?? [];
  return line === undefined ? {} : { file: posix.join(directory, path), startLine: Number(line) };
}

/**
 * Foreign text as the log may show it. The runner takes a line for a command that begins with `::` after any white
 * space, or that has `##[` anywhere; it ends lines at a carriage return too.
 */
export function disarmCommands(text: string): string {
  return visible(text)
    .split('\n')
    .map((line) =>
      line.replace(/^(\s*)::/, `$1${ZERO_WIDTH_SPACE}::`).replaceAll('##[', `##${ZERO_WIDTH_SPACE}[`),
    )
    .join('\n');
}

/** Without control characters, which could redraw a terminal; every line end is a plain one. */
function visible(text: string): string {
  return text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '');
}
