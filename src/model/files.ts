/**
 * `blob` is for comparing: the git id of the content, prefixed with the mode unless the file is plain.
 * So an executable or a link differs from a plain file with the same content.
 */
export type FileEntry = { readonly path: string; readonly blob: string };

/** A plain file is its content's id alone, so that fingerprints from before modes counted stay valid. */
export function blobOfFile(mode: string, sha: string): string {
  // Old trees have 100664.
  return mode === '100644' || mode === '100664' ? sha : `${mode} ${sha}`;
}

/** The mode of a symbolic link. */
export const LINK_MODE = '120000';

export function isLink({ blob }: FileEntry): boolean {
  return blob.startsWith(`${LINK_MODE} `);
}

/** Files by path relative to a folder, with forward slashes. */
export interface FileReader {
  /** In words, for messages: `working tree`, `pull request's head`, `base commit 1a2b3c4`. */
  readonly name: string;
  /**
   * A file's text; `null` for a folder or a missing file. Throws `UserError` unless it is text.
   * With `anything`, which is only for comparing, every file is read as text.
   */
  read(path: string, as?: 'text' | 'anything'): Promise<string | null>;
  /** Paths of all that lies below the folder, links and submodules included; missing if they cannot be listed. */
  paths?(): Promise<readonly string[]>;
}

/** All files of one commit, or of the working tree. */
export interface FileTree extends FileReader {
  /** A file's bytes, text or not; `null` if it is missing. */
  readBytes(path: string): Promise<Uint8Array | null>;
  /** The target of a symbolic link, unresolved; `null` if there is no link. */
  linkTarget(path: string): Promise<string | null>;
  list(): Promise<readonly FileEntry[]>;
}
