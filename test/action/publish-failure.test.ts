import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { publishFailedStart } from '../../src/action/publish-failure.js';
import { SILENT_LOG } from '../../src/model/effects.js';
import { UserError } from '../../src/model/errors.js';
import { createRedactor } from '../../src/text/redact.js';
import { createFolder } from '../support/folder.js';
import { createRecordedWorkflow } from '../support/recorded-workflow.js';

const SECRET = 'sk-live-0123456789abcdef';

let temp = '';
beforeEach(() => {
  temp = createFolder();
});

/** What a run tells that could not begin. */
async function fail(thrown: unknown, env: Readonly<Record<string, string>> = {}) {
  const recorded = createRecordedWorkflow();
  await publishFailedStart(thrown, {
    env: { RUNNER_TEMP: temp, GITHUB_WORKFLOW: 'Prompts', ...env },
    workflow: recorded.workflow,
    redact: createRedactor([SECRET]),
    log: SILENT_LOG,
  });
  const path = recorded.outputs.get('report-path') ?? '';
  return { ...recorded, path, result: JSON.parse(recorded.outputs.get('result-json') ?? '') };
}

describe('a run that could not begin', () => {
  it('has a summary, outputs and a result, and no annotation besides the log', async () => {
    const { outputs, summary, annotations, result } = await fail(new UserError('Input `pace`: is not known'));
    expect(Object.fromEntries(outputs)).toMatchObject({ decision: 'inconclusive', passed: 'false' });
    expect(summary.join('\n')).toContain('Input `pace`: is not known');
    expect(annotations).toEqual([]);
    expect(result).toMatchObject({ decision: 'inconclusive', passed: false });
  });

  it('names each of several problems', async () => {
    const { summary } = await fail(new UserError(['Input `a`: is not known', 'Input `b`: is not known']));
    expect(summary.join('\n')).toMatch(/Input `a`[\s\S]*Input `b`/);
  });

  it.each<[what: string, thrown: unknown, next: RegExp]>([
    ['a user’s error', new UserError('dataset: is not there'), /[Ff]ix/],
    ['anything else', new Error('the disk is full'), /re-run this job/],
  ])('after %s, says what to do', async (_, thrown, next) => {
    const { summary } = await fail(thrown);
    expect(summary.join('\n')).toMatch(next);
  });

  it('tells no secret', async () => {
    const { summary, outputs, result } = await fail(new Error(`401 for ${SECRET}`));
    const told = [...summary, ...outputs.values(), JSON.stringify(result)].join('\n');
    expect(told).toContain('401 for');
    expect(told).not.toContain(SECRET);
  });

  it('has a folder of its own for each step of a job', async () => {
    const paths = await Promise.all(
      [
        {},
        { INPUT_CONFIG: 'other.yml' },
        { INPUT_SUITE: 'support' },
        { 'INPUT_WORKING-DIRECTORY': 'agents' },
      ].map(async (env) => (await fail(new Error('no'), env)).path),
    );
    expect(new Set(paths).size).toBe(4);
    for (const path of paths) expect(path.startsWith(join(temp, ''))).toBe(true);
  });
});
