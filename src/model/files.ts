/** A file of a tree, with the git blob id of its content. */
export type FileEntry = { readonly path: string; readonly blob: string };

/** The files of one commit or of one folder, by path relative to its root, with forward slashes. */
export interface FileTree {
  /** In words, for messages: `working tree`, `commit 1a2b3c4`. */
  readonly name: string;
  /** Text of a file; `null` where there is none. */
  read(path: string): Promise<string | null>;
  list(): Promise<readonly FileEntry[]>;
}
