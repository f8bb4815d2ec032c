/** A page of ours, for messages in a repository that does not have it: `prompt-regression/docs/agents.md`. */
export function namePage(page: string): string {
  return `prompt-regression/docs/${page}`;
}
