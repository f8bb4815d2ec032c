/**
 * A file of a tree. `blob` says what it is, to be compared: the git id of its content, with the mode in front where it
 * is no plain file. An executable, or a link, is another file than a plain one of the same content.
 */
export type FileEntry = { readonly path: string; readonly blob: string };

/** What `blob` says of a file. A plain one is its content alone, so what was stored before modes counted still holds. */
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
   * Text of a file; `null` where there is none, or a folder. Throws `UserError` where it is no text, or stands for a text
   * that lies elsewhere. As `anything` it is for comparing alone, and whatever it is, it is read as if it were text.
   */
  read(path: string, as?: 'text' | 'anything'): Promise<string | null>;
  /** Paths of all that lies below the folder, links and submodules included; missing where they cannot be listed. */
  paths?(): Promise<readonly string[]>;
}

/** All files of one commit, or of the working tree. */
export interface FileTree extends FileReader {
  /** A file as it is, text or not; `null` where there is none. */
  readBytes(path: string): Promise<Uint8Array | null>;
  /** Where a symbolic link says that it leads, as it stands there; `null` where there is none. */
  linkTarget(path: string): Promise<string | null>;
  list(): Promise<readonly FileEntry[]>;
}
