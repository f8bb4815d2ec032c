import { posix } from 'node:path';
import { endGroup, error, info, saveState, setOutput, startGroup, summary, warning } from '@actions/core';
import type { Log } from '../model/effects.js';
import { describeError } from '../model/errors.js';
import { type GitHub, GitHubError, type StatusBase } from '../model/github.js';
import type { PullRequestHead } from '../model/report.js';
import type { PublishSettings } from '../model/suite.js';
import type { Annotation } from '../report/annotations.js';
import { escapeForLog } from '../report/console.js';
import type { Markdown } from '../report/markdown.js';
import type { Redact } from '../text/redact.js';
import { parsePlace } from '../text/values.js';

/** A log, and what takes secrets out of its lines. */
export type RedactedLog = { readonly log: Log; readonly redact: Redact };

export type Outlets = RedactedLog & {
  readonly settings: PublishSettings;
  /** `null` outside a workflow. */
  readonly github: GitHub | null;
  readonly workflow: Workflow | null;
  /** The conversation for the comment; `null` if the run is not about a pull request. */
  readonly pullRequest: PullRequestHead | null;
  /** The commit that gets the statuses; `null` for none. */
  readonly statusSha: string | null;
  /** The base of the statuses; `null` for those of a baseline or a queue's commit. */
  readonly statusBase: StatusBase | null;
  /** The working directory, relative to the repository's top. With the name it identifies a suite. */
  readonly directory: string;
  readonly commentKey: string;
  /** Link to the run's log; `null` on a developer's machine. */
  readonly runUrl: string | null;
  /** `https://github.com/owner/name`; `null` on a developer's machine. */
  readonly repositoryUrl: string | null;
  /** Where the HTML report will be; `null` if no later step uploads it. */
  readonly reportUrl: string | null;
  /** URL of this tool's files; `null` if unknown. */
  readonly homeUrl: string | null;
  /** For the report's files and the records. */
  readonly folder: string;
  /** For the records of a shard. */
  readonly shardFolder: string;
  readonly sleep: (ms: number) => Promise<void>;
};

/** True if it published. A failure changes no decision: it becomes a warning, or without permission a line of the log. */
export async function tryToPublish(
  name: string,
  act: () => Promise<void>,
  { log, redact }: RedactedLog,
): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (thrown) {
    const cause = describeError(thrown).replace(/\.$/, '');
    if (thrown instanceof GitHubError && thrown.beyond) {
      log.info(redact(`${name} not written: ${cause}.`));
    } else {
      const locked = thrown instanceof GitHubError && /\blocked\b/i.test(thrown.message);
      log.warning(redact(`${name} not written: ${cause}.${locked ? ' The conversation is locked.' : ''}`));
    }
    return false;
  }
}

export interface Workflow {
  annotate(annotation: Annotation): void;
  setOutput(name: string, value: string): void;
  addSummary(text: Markdown): Promise<void>;
  saveState(name: string, value: string): void;
}

/**
 * Warnings and errors become annotations at the file and line that they begin with. `directory`: the files' folder,
 * relative to the repository's top.
 */
export function createActionsLog(redact: Redact, directory: () => string = () => ''): Log {
  const annotate = (write: typeof error, line: string) => {
    const text = escapeForLog(redact(line));
    const place = parsePlace(text);
    write(text, place === null ? {} : { file: posix.join(directory(), place.path), startLine: place.line });
  };
  return {
    info: (line) => info(escapeForLog(redact(line))),
    warning: (line) => annotate(warning, line),
    error: (line) => annotate(error, line),
    group(title) {
      startGroup(escapeForLog(redact(title)));
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
    async addSummary(text) {
      await summary.addRaw(text, true).write();
    },
    saveState,
  };
}
