const DOCS = 'https://unpkg.com/prompt-regression/docs';

/** The address of a page of ours, for messages in a repository that does not have it. */
export function buildPageUrl(page: string): string {
  return `${DOCS}/${page}`;
}
