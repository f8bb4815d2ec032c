/** A text file that the pull request changed, whole; a side that lacks the file is empty. */
export type ChangedFile = {
  /** From the repository's top. */
  readonly path: string;
  /** `prompt`: of a prompt target. `agent`: any other file that the agent may read. `settings`: the config file. `scorer`: an own scorer. `unread`: watched, and not read. */
  readonly role: 'prompt' | 'agent' | 'settings' | 'scorer' | 'dataset' | 'unread';
  readonly before: string;
  readonly after: string;
};
