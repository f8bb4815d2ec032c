import { sha256 } from '../../text/json.js';

/** The id of a case's place in the page. It stays the same from run to run. */
export function buildCaseAnchor(id: string, suite: string | null): string {
  return suite === null ? `case-${buildSlug(id)}` : `${buildSlug(suite)}-case-${buildSlug(id)}`;
}

/** Letters, digits and hyphens; texts that differ elsewhere differ by a hash. */
function buildSlug(text: string): string {
  const plain = text.replaceAll(/[^\w-]+/g, '-').slice(0, 60);
  return plain === text ? plain : `${plain}-${sha256(text, 6)}`;
}

/** The page itself, if the address of the report is not only a part of another page. */
export function findPageUrl(reportUrl: string | null): string | null {
  return reportUrl !== null && URL.canParse(reportUrl) && new URL(reportUrl).hash === '' ? reportUrl : null;
}
