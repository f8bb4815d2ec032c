import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type } from '../cli/terminal.js';
import { isControl, readRequest, verdictsReply } from '../support/judges.js';
import { startOpenAiServer } from '../support/openai-server.js';
import { copySupport } from './support-folder.js';

/** Numbers and names of a text: what an answer must say to have the expert's facts. */
function factsOf(text: string): readonly string[] {
  return text.match(/\d+|(?<=\s)\p{Lu}\p{L}+/gu) ?? [];
}

/** A judge that finds every sentence relevant, and facts right where the expert's numbers and names are all there. */
function startJudge() {
  return startOpenAiServer({
    reply: ({ messages }) => {
      const said = messages.map(({ role, content }) => ({ role, content: String(content) }));
      const { data, rules } = readRequest(said as Parameters<typeof readRequest>[0]);
      if (!rules.includes('"expert"')) {
        const answer = data.answer ?? '';
        return {
          content: JSON.stringify(verdictsReply(data, (text) => (answer.includes(text) ? 'yes' : 'no'))),
        };
      }
      const expert = String(Reflect.get(data, 'expert'));
      const letter = (text: string) => {
        return !isControl(text) && factsOf(expert).every((fact) => text.includes(fact)) ? 'C' : 'D';
      };
      return { content: JSON.stringify(verdictsReply(data, letter)) };
    },
  });
}

describe('the demo suite with a judge model', () => {
  it('is scored for relevancy, and for facts where an expert has answered', async () => {
    await using judge = await startJudge();
    await using copy = await copySupport('base');
    const config = join(copy.folder, 'with-judge.yml');
    const text = await readFile(config, 'utf8');
    await writeFile(config, text.replace('judge: {', `judge: { base-url: "${judge.url}",`));
    const said = await type('baseline --config with-judge.yml', { cwd: copy.folder });
    expect(said.code, said.stderr).toBe(0);
    expect(said.stdout).toMatch(/support · relevancy: measured as the new baseline · relevancy [01]\.\d\d\n/);
    expect(said.stdout).toMatch(
      /support · factuality: measured as the new baseline · factuality 0\.\d\d \(22 of 30 cases\)\n/,
    );
    // Emails, tools and refusals have no expert's answer.
    expect(said.stdout).toContain('`factuality` skips 8 of 30 cases');
  });
});
