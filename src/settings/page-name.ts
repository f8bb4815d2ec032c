/** A page of ours, for messages in a repository that does not have it: `docs/agents.md of prompt-regression`. */
export function namePage(page: string): string {
  return `docs/${page} of prompt-regression`;
}
