import { expect, test } from 'vitest';
import { UserError } from '../../src/model/errors.js';
import type { TargetSettings } from '../../src/model/target-settings.js';
import { openTarget } from '../../src/target/open-target.js';
import { openTestClient } from '../support/agent-server.js';

const context = {
  tree: { name: 'commit 1a2b3c4', read: async () => null },
  root: import.meta.dirname,
  chat: null,
  http: openTestClient,
  blocked: false,
  scorerHost: [],
  env: {},
  redact: (text: string) => text,
};

test.each<TargetSettings>([
  { kind: 'prompt', prompt: 'prompts/p.md', model: 'm', parameters: {} },
  { kind: 'recorded', recorded: 'prompts/p.md' },
])('a missing file is told with its path and where it was looked for', async (settings) => {
  const opening = openTarget(settings, context);
  await expect(opening).rejects.toThrow(UserError);
  await expect(opening).rejects.toThrow(
    `target ${settings.kind} prompts/p.md: no such file in the commit 1a2b3c4`,
  );
});
