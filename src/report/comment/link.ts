/** A link of our own; an address that is none is not linked. */
export function renderLink(text: string, url: string | null): string | null {
  if (url === null || !URL.canParse(url) || !/^https?:/.test(url)) return null;
  return `[${text}](<${new URL(url).href}>)`;
}
