import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ACCEPTANCE_LABEL } from '../../src/action/handle-label.js';
import { buildStatusContext } from '../../src/publish/status.js';
import { DEFAULT_KEY_VARIABLE } from '../../src/settings/defaults.js';
import { createFolder } from '../support/folder.js';
import { readContract } from '../support/github/contract.js';
import { codeBlocks } from './code-blocks.js';

/** A `gh` that keeps its arguments, one a line, and what it reads. */
const GH = `#!/bin/sh
printf '%s\\n' "$@" > arguments
case " $* " in *" --input - "*) cat > body ;; esac
`;

/** What a block of the page gives to `gh`. */
function runBlock(text: string): { readonly args: readonly string[]; readonly folder: string } {
  const folder = createFolder();
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/gh'), GH, { mode: 0o755 });
  execFileSync('sh', ['-ec', text], {
    cwd: folder,
    env: { PATH: `${join(folder, 'bin')}:${process.env['PATH']}` },
  });
  return { folder, args: readFileSync(join(folder, 'arguments'), 'utf8').trimEnd().split('\n') };
}

const PAGE = 'docs/required-check.md';

test('the page sets the usual key and creates the label that accepts a change', () => {
  const [names = ''] = codeBlocks(PAGE, 'bash');
  expect(names).toContain(`gh secret set ${DEFAULT_KEY_VARIABLE}\n`);
  expect(runBlock(names).args.slice(0, 3)).toEqual(['label', 'create', ACCEPTANCE_LABEL]);
});

test('the ruleset of the page is one that GitHub accepts, and requires our status from GitHub Actions', () => {
  const { args, folder } = runBlock(codeBlocks(PAGE, 'bash').at(-1) ?? '');
  expect(args).toEqual(['api', '--method', 'POST', 'repos/{owner}/{repo}/rulesets', '--input', '-']);
  const body = JSON.parse(readFileSync(join(folder, 'body'), 'utf8'));
  const contract = readContract();
  const matched = contract.match('POST', '/repos/acme/bot/rulesets');
  expect(matched?.operation.id).toBe('repos/create-repo-ruleset');
  if (matched === null) return;
  const listProblems = (value: unknown) =>
    contract.requestProblems(matched, { query: new URLSearchParams(), body: value });
  expect(listProblems(body)).toEqual([]);
  // A misspelt field would be ignored by GitHub: nothing would be required.
  const [checks, review] = body.rules;
  expect(listProblems({ ...body, condition: {} })).not.toEqual([]);
  expect(listProblems({ ...body, rules: [{ ...checks, parameter: {} }, review] })).not.toEqual([]);
  expect(body).toMatchObject({
    target: 'branch',
    enforcement: 'active',
    conditions: { ref_name: { include: ['~DEFAULT_BRANCH'] } },
  });
  expect(checks.parameters).toEqual({
    strict_required_status_checks_policy: true,
    required_status_checks: [
      { context: buildStatusContext('support', '', (text) => text), integration_id: 15_368 },
    ],
  });
  // With no approval at all, GitHub does not ask code owners.
  expect(review.parameters).toMatchObject({
    required_approving_review_count: 1,
    require_code_owner_review: true,
  });
});
