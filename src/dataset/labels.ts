import { isDeepStrictEqual } from 'node:util';
import { createMissingFileMessage } from '../files/missing-file.js';
import { attempt, UserError } from '../model/errors.js';
import type { ReviewReason, SettingsChange } from '../model/notes.js';
import type { SuiteSettings } from '../model/stages.js';
import { NO_LABELS, type TeamLabel, type TeamLabels, teamLabelSchema } from '../model/verdict.js';
import { toPlainNumbers } from '../text/json.js';
import { isFields } from '../text/values.js';
import { readJsonLines } from './rows.js';

type LabelsRequest = Omit<SuiteSettings, 'labels'>;

/** The labels that count, and what the pull request changed about them. */
export type LabelRows = {
  readonly labels: TeamLabels;
  readonly changes: readonly SettingsChange[];
  readonly review: readonly ReviewReason[];
};

/**
 * A suite's labels: the base's, so that a pull request cannot label its own answers; the head's if the suite is new.
 * Throws `UserError` with the errors of the head's file.
 */
export async function readLabels(run: LabelsRequest): Promise<LabelRows> {
  const { settings, base, head, inConfig, judgedBy } = run;
  const hasOwn = head.givenLabels !== null && inConfig.head;
  const own = hasOwn ? await readFile(run, head.givenLabels) : null;
  if (base === null || judgedBy === 'head' || !inConfig.base) {
    return { labels: own ?? NO_LABELS, changes: [], review: [] };
  }
  if (settings.labels === null) return { labels: NO_LABELS, changes: [], review: [] };
  const { labels: path } = settings;
  const problems: string[] = [];
  const labels = await attempt(problems, async () => {
    const text = await base.reader.read(path);
    return text === null ? null : parseLabels(text, path);
  });
  if (!labels) {
    return {
      labels: NO_LABELS,
      changes: [],
      review: [{ kind: 'unreadable-base', what: 'labels', path, problems }],
    };
  }
  const isChanged = own !== null && !isDeepStrictEqual(own, labels);
  const changes = isChanged ? [{ kind: 'labels', path } as const] : [];
  return { labels, changes, review: [] };
}

async function readFile({ settings, head, configPath }: LabelsRequest, path: string): Promise<TeamLabels> {
  const text = await head.reader.read(path);
  if (text !== null) return parseLabels(text, path);
  const renderMissing = await createMissingFileMessage(head.reader, configPath);
  const missing = renderMissing({ key: 'labels', suite: settings.name, path });
  throw new UserError(
    `${missing}${missing.endsWith('?') ? ' Or' : '; or'} make an empty file there, \`prompt-regression label\` fills it after a run`,
  );
}

/** Parses JSON Lines of labels, one statement per row. Throws `UserError` with every problem as `path:line: …`. */
export function parseLabels(text: string, path: string): TeamLabels {
  const { rows, problems } = readJsonLines(text, path);
  const allProblems = [...problems];
  const labels = new Map<string, TeamLabel>();
  for (const { line, value } of rows) {
    const { data, error } = teamLabelSchema.safeParse(toPlainNumbers(value));
    if (data === undefined) {
      allProblems.push(...error.issues.map((issue) => `${path}:${line}: ${describeIssue(issue)}.`));
      continue;
    }
    const earlier = labels.get(data.key);
    if (earlier !== undefined && earlier.label !== data.label) {
      allProblems.push(
        `${path}:${line}: this statement is labelled ${data.label}, but an earlier line labels it ${earlier.label}; remove one of the two.`,
      );
    }
    labels.set(data.key, { ...earlier, ...data });
  }
  if (allProblems.length > 0) throw new UserError(allProblems);
  return labels;
}

function describeIssue({ path, message }: { path: readonly PropertyKey[]; message: string }): string {
  return `${path.length === 0 ? 'this row' : `\`${path.join('.')}\``}: ${message}`;
}

/** Sets a label in a valid file's text: replaces its statement's row, or adds one. */
export function setLabel(text: string, label: TeamLabel): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const rows = lines.map((line): unknown => JSON.parse(line));
  const isOwn = (row: unknown) => isFields(row) && row['key'] === label.key;
  const at = rows.findIndex(isOwn);
  const existing = rows[at];
  const row = JSON.stringify({ ...(isFields(existing) && existing), ...label });
  if (at < 0) return `${[...lines, row].join('\n')}\n`;
  const replaced = lines.with(at, row).filter((_line, index) => index === at || !isOwn(rows[index]));
  return `${replaced.join('\n')}\n`;
}
