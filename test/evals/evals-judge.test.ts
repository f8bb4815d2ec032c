import { describe, expect, it } from 'vitest';
import { evalsJudge } from '../../evals/labelled/main.js';
import { readRequest, verdictsReply } from '../support/judges.js';
import { startOpenAiServer } from '../support/openai-server.js';

/** The script in this process. */
async function typeEvalsJudge(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const said = { stdout: '', stderr: '' };
  const code = await evalsJudge(args, {
    env,
    write: (text) => {
      said.stdout += text;
    },
    writeError: (text) => {
      said.stderr += text;
    },
  });
  return { code, ...said };
}

describe('npm run evals:judge', () => {
  it('measures a model at any OpenAI-compatible address', async () => {
    await using server = await startOpenAiServer({
      reply: ({ messages }) => {
        const { data } = readRequest(messages as Parameters<typeof readRequest>[0]);
        return { content: JSON.stringify(verdictsReply(data, () => 'no')) };
      },
    });
    const args = ['--judge-model', 'fake-model', '--base-url', server.url, '--json'];
    const { code, stdout, stderr } = await typeEvalsJudge(args, { OPENAI_API_KEY: 'sk-test' });
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ judge: 'fake-model', calls: server.requests.length });
    for (const part of [report.parts.tuned, report.parts.holdout]) {
      const { statements, accuracy, kappa, confusion, unscored } = part;
      expect({ kappa, unscored }).toEqual({ kappa: 0, unscored: 0 });
      expect(accuracy).toBe(confusion.no.no / statements);
    }
    expect(server.requests[0]?.headers.authorization).toBe('Bearer sk-test');
  });

  it.each([
    [['--judge-model', 'some-model'], 'OPENAI_API_KEY'],
    [[], '--judge-model is missing'],
    [['--judge-model', 'builtin', '--colour'], '--colour'],
  ])('%j without a key: exit code 2 and the reason', async (args, reason) => {
    const { code, stdout, stderr } = await typeEvalsJudge(args);
    expect(code).toBe(2);
    expect(stderr).toContain(reason);
    expect(stdout).toBe('');
  });

  it('builtin needs neither key nor network', async () => {
    const { stdout } = await typeEvalsJudge(['--judge-model', 'builtin']);
    expect(stdout).toContain('Judge builtin, 0 model calls');
  });
});
