import { cutText, oneLine } from '../../text/values.js';

type NamedCase = { readonly id: string; readonly input: string };

const NAME_CHARACTERS = 60;

/** Names cases by their question; `id` is set if two questions look alike. Foreign text. */
export type CaseName = { readonly question: string; readonly id: string | null };

export function nameCases(rows: readonly NamedCase[]): (row: NamedCase) => CaseName {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(questionOf(row), (counts.get(questionOf(row)) ?? 0) + 1);
  return (row) => {
    const question = questionOf(row);
    return { question, id: (counts.get(question) ?? 0) > 1 ? row.id : null };
  };
}

function questionOf({ id, input }: NamedCase): string {
  return cutText(oneLine(input), NAME_CHARACTERS) || id;
}
