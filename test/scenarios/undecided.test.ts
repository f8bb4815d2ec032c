import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../support/folder.js';
import type { ChatCompletionRequestBody } from '../support/openai-server.js';
import type { ActionResult } from '../support/run-action.js';
import { commentOf, expectEnd, expectNoResult, isJudging, statusOf } from './said.js';
import { createWorld, HARMLESS, modelReply, PETS, PLAIN_MODEL } from './world.js';

const DOWN = { status: 500, body: { error: { message: 'The model is down.' } } };

/** True for the head's questions about these topics. */
function isAbout(body: ChatCompletionRequestBody, topics: RegExp, head: string): boolean {
  const [system = '', user = ''] = body.messages.map(({ content }) => String(content));
  return !isJudging(body) && system.trim() === head.trim() && topics.test(user);
}

/** Three of eight questions fail at the provider. Everything that is written about the others. */
async function runPartly(prompt: string) {
  await using world = await createWorld({
    reply: (body) =>
      isAbout(body, /refunds|returns|repairs/, prompt) ? DOWN : modelReply(PLAIN_MODEL, body),
  });
  const head = world.openPull(7, { 'prompts/support.md': prompt });
  const run = await world.runPull(7, { env: { RUNNER_TEMP: createFolder() } });
  expectEnd(run, 3, { decision: 'inconclusive' });
  expectNoResult(run);
  return { run, comment: commentOf(world), html: await readHtml(run), status: statusOf(world, head) };
}

async function readHtml({ outputs }: ActionResult): Promise<string> {
  return readFile(outputs['html-report'] ?? '', 'utf8');
}

const SCORED = ['invoices', 'delivery', 'opening hours', 'warranty', 'gift cards'];

describe('a check that an outage leaves undecided', () => {
  it('shows the cases that have a score, and what was found in them', async () => {
    const { run, comment, html, status } = await runPartly(PETS);
    expect(status?.description).toBe(
      'no result: the provider failed, so 3 of 8 answers have no score · 5 of 5 answers may have got worse',
    );
    expect(comment).toContain('**Added to 5 answers:** “By the way, our cat sends her love.”');
    expect(run.log).toContain('Added to 5 answers: "By the way, our cat sends her love."');
    expect(html).toContain('<strong>Added to 5 answers:</strong>');
    expect(comment).toMatch(/answers? gained the same irrelevant statement; not confirmed, because/);
    for (const topic of SCORED) {
      const name = `Tell me about ${topic}.`;
      expect(comment).toContain(`| ${name} | 1.00 → 0.50 |`);
      expect(run.summary).toContain(`| ${name} | 1.00 → 0.50 |`);
      expect(run.log).toMatch(new RegExp(`${name} +(?:main )?1.00 → (?:this PR )?0.50`));
      expect(html).toContain(name);
    }
    // A mean of some cases is no result.
    expect(comment).not.toContain('relevancy 1.00');
  });

  it('shows the scored cases, too, if nothing was found', async () => {
    const { run, comment, html, status } = await runPartly(HARMLESS);
    expect(status?.description).toBe('no result: the provider failed, so 3 of 8 answers have no score');
    expect(comment).toContain('All 8 cases, 5 with a score');
    expect(run.log).toContain('5 of 8 cases with a score');
    for (const topic of SCORED) {
      for (const text of [comment, run.summary]) {
        expect(text).toContain(`| Tell me about ${topic}. |`);
      }
      expect(run.log).toContain(`Tell me about ${topic}.   1.00`);
      expect(html).toContain(`Tell me about ${topic}.`);
    }
  });
});
