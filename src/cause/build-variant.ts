import type { ChangedSetting, Edit, FileVersions, Hunk } from './hunks.js';

/** A prompt between base and head: the head without these hunks, or the base with only these. */
export type VariantName = { readonly origin: 'head' | 'base'; readonly hunks: readonly number[] };

/** The files and settings of a variant. */
export type VariantContent = {
  /** `null` for a file that it lacks. */
  readonly files: ReadonlyMap<string, string | null>;
  /** By name, the side whose value it has. */
  readonly settings: ReadonlyMap<string, 'head' | 'base'>;
};

/** A change, and the hunks that it was cut into. */
export type CutChange = {
  readonly files: readonly FileVersions[];
  readonly settings: readonly ChangedSetting[];
  readonly hunks: readonly Hunk[];
};

/** Equal for equal variants, in whichever order their hunks are listed. */
export function buildVariantKey({ origin, hunks }: VariantName): string {
  return `${origin} ${hunks.toSorted((a, b) => a - b).join('+')}`;
}

/** The files and settings of one side, with those of the other side in the named hunks. */
export function buildVariant(
  { files, settings, hunks }: CutChange,
  { origin, hunks: named }: VariantName,
): VariantContent {
  const other = origin === 'head' ? 'base' : 'head';
  const swappedHunks = hunks.filter((_hunk, at) => named.includes(at));
  const edits = new Set(swappedHunks.flatMap((hunk) => hunk.edits));
  const swapped = new Set(swappedHunks.flatMap((hunk) => hunk.settings.map(({ name }) => name)));
  const all = hunks.flatMap((hunk) => hunk.edits);
  return {
    files: new Map(
      files.map((file) => {
        const own = all.filter(({ path }) => path === file.path);
        return [file.path, mixFile(file, own, { origin, other, isSwapped: (edit) => edits.has(edit) })];
      }),
    ),
    settings: new Map(settings.map(({ name }) => [name, swapped.has(name) ? other : origin])),
  };
}

type Mix = {
  readonly origin: 'head' | 'base';
  readonly other: 'head' | 'base';
  readonly isSwapped: (edit: Edit) => boolean;
};

function mixFile(
  file: FileVersions,
  edits: readonly Edit[],
  { origin, other, isSwapped }: Mix,
): string | null {
  const [own, theirs] = [file[origin], file[other]];
  // A file of one side only is one hunk.
  if (own === null || theirs === null) return edits.some(isSwapped) ? theirs : own;
  const [lines, others] = [own.split('\n'), theirs.split('\n')];
  const mixed: string[] = [];
  let cursor = 0;
  for (const edit of edits.toSorted((a, b) => a.base.start - b.base.start || a.head.start - b.head.start)) {
    mixed.push(...lines.slice(cursor, edit[origin].start));
    const [from, range] = isSwapped(edit) ? [others, edit[other]] : [lines, edit[origin]];
    mixed.push(...from.slice(range.start, range.end));
    cursor = edit[origin].end;
  }
  mixed.push(...lines.slice(cursor));
  return mixed.join('\n');
}
