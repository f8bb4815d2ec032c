import { openMissing } from '../../files/missing-file.js';
import { readImportedFiles } from '../../files/reached-files.js';
import { UserError } from '../../ports/errors.js';
import type { FileReader } from '../../ports/files.js';
import type { SuiteSettings } from '../../ports/settings.js';
import { codeSpan } from '../../text/values.js';

/** Both sides of a run, as far as a scorer's code may come from them. */
export type ScorerSides = {
  readonly head: { readonly root: string; readonly reader: FileReader; readonly commit: string | null };
  /** The base, whose code scores where it has the file; `null` where the head's own does, as where what was merged holds. */
  readonly yardstick: { readonly commit: string; readonly reader: FileReader } | null;
  /** True where the base's own settings have the suite, and so name its scorers. */
  readonly inBase: boolean;
  /** Folder of the suite's paths, relative to the repository's top. */
  readonly prefix: string;
};

export type ScorerFiles = {
  readonly side: 'head' | 'base';
  /** Texts by path: the scorer's own file and what it imports. */
  readonly files: ReadonlyMap<string, string>;
  /** Set where the base's code scores and the head has other code of the scorer's, which might do instead. */
  readonly otherwise: { readonly files: ReadonlyMap<string, string> } | null;
  /** A line for the report. */
  readonly note: string | null;
  /** Why a person has to look, one phrase without a full stop. */
  readonly review: string | null;
};

/**
 * Whose code scores: the base's where the base has the file, so that a pull request cannot edit its own grader.
 * Throws `UserError` where neither side has it.
 */
export async function chooseScorerFiles(path: string, sides: ScorerSides): Promise<ScorerFiles> {
  const { head, yardstick } = sides;
  const now = await readImportedFiles(path, head.reader);
  const was = yardstick === null ? new Map() : await readImportedFiles(path, yardstick.reader);
  if (was.size === 0) {
    if (now.size === 0)
      throw new UserError(
        `scorers: the ${head.reader.name} has no file ${JSON.stringify(path)}; correct the path`,
      );
    const missing = yardstick !== null && sides.inBase;
    return {
      side: 'head',
      files: now,
      otherwise: null,
      note: null,
      review: missing
        ? `the base names the scorer ${codeSpan(path)} and has no such file, so the pull request's own was used to measure`
        : null,
    };
  }
  const changed = [...new Set([...was.keys(), ...now.keys()])].filter(
    (file) => was.get(file) !== now.get(file),
  );
  const same = changed.length === 0;
  // Where its own file is another, what it imports may be too, without any of it having changed.
  const through = changed.includes(path) ? '' : ` (${changed.map(codeSpan).join(', ')})`;
  return {
    side: 'base',
    files: was,
    otherwise: same || now.size === 0 ? null : { files: now },
    review: null,
    note: same
      ? null
      : `The pull request ${now.size === 0 ? 'removes' : 'changes'} the scorer ${codeSpan(path)}${through}: counts after the merge; scored with the base's.`,
  };
}

/** The mistakes of a suite that names scorers which no side has. */
export async function listMissingScorers(
  { name, scorers }: Pick<SuiteSettings, 'name' | 'scorers'>,
  { head, yardstick, configPath }: ScorerSides & { readonly configPath: string | null },
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { use } of scorers) {
    if (use.kind !== 'own') continue;
    const readers = [head.reader, ...(yardstick === null ? [] : [yardstick.reader])];
    const texts = await Promise.all(readers.map((reader) => reader.read(use.path, 'anything')));
    if (texts.some((text) => text !== null)) continue;
    const tell = await openMissing(head.reader, configPath);
    problems.push(tell({ key: 'scorers', suite: name, path: use.path }));
  }
  return problems;
}
