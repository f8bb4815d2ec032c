import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** The pages that users and contributors read. */
export const PAGES = [
  'README.md',
  'README.ja.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'SKILL.md',
  'docs/coming-from-promptfoo.md',
  'docs/troubleshooting.md',
  'docs/what-a-check-costs.md',
  'docs/agents.md',
  'docs/baselines.md',
  'docs/cause.md',
  'docs/cli.md',
  'docs/comment.md',
  'docs/comparison.md',
  'docs/config.md',
  'docs/costs.md',
  'docs/coverage.md',
  'docs/events.md',
  'docs/how-it-decides.md',
  'docs/inputs.md',
  'docs/judge.md',
  'docs/library.md',
  'docs/limits.md',
  'docs/providers.md',
  'docs/releasing.md',
  'docs/required-check.md',
  'docs/scorers.md',
  'test/README.md',
  'bench/README.md',
  'evals/support/README.md',
] as const;

export function readPage(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** Texts of a page's fenced blocks of one language, in order. */
export function codeBlocks(path: string, language: string): readonly string[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return [...readPage(path).matchAll(fence)].map(([, text]) => text ?? '');
}
