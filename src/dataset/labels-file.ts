import { UserError } from '../model/errors.js';
import { type TeamLabel, type TeamLabels, teamLabelSchema } from '../model/team-labels.js';
import { isFields } from '../text/values.js';
import { readJsonLines } from './json-rows.js';

/** Parses JSON Lines of labels, one statement per row. Throws `UserError` with every problem as `path:line: …`. */
export function parseLabels(text: string, path: string): TeamLabels {
  const { rows, problems } = readJsonLines(text, path);
  const found = [...problems];
  const labels = new Map<string, TeamLabel>();
  for (const { line, value } of rows) {
    const { data, error } = teamLabelSchema.safeParse(value);
    if (data === undefined) {
      found.push(...error.issues.map((issue) => `${path}:${line}: ${describeIssue(issue)}.`));
      continue;
    }
    const earlier = labels.get(data.key);
    if (earlier !== undefined && earlier.label !== data.label) {
      found.push(
        `${path}:${line}: this statement is labelled ${data.label}, but an earlier line labels it ${earlier.label}; remove one of the two.`,
      );
    }
    labels.set(data.key, { ...earlier, ...data });
  }
  if (found.length > 0) throw new UserError(found);
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
  const known = rows[at];
  const row = JSON.stringify({ ...(isFields(known) && known), ...label });
  const kept = lines.flatMap((line, index) => (index === at ? [row] : isOwn(rows[index]) ? [] : [line]));
  return `${[...kept, ...(at < 0 ? [row] : [])].join('\n')}\n`;
}
