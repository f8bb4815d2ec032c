import { describe, expect, it } from 'vitest';
import { allSaid, commentOf } from '../scenarios/said.js';
import { CONFIG, createWorld } from '../scenarios/world.js';

describe('a secret that an agent was handed', () => {
  const SECRET = 'tok/en+of "the" agent\\and=more&??>>~';
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const inUrl = encodeURIComponent(SECRET);
  const hex = Buffer.from(SECRET).toString('hex');
  const SPELLINGS = [
    SECRET,
    `token=${SECRET}.`,
    inUrl,
    inUrl.replaceAll(/%../g, (code) => code.toLowerCase()),
    inUrl.replaceAll('%20', '+'),
    inUrl.replaceAll('%2F', '/'),
    encodeURIComponent(inUrl),
    JSON.stringify(SECRET),
    JSON.stringify(JSON.stringify({ token: SECRET })),
    encodeURIComponent(JSON.stringify(SECRET)),
    SECRET.replaceAll('&', '&amp;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    base64(SECRET),
    base64(`us:${SECRET}!`),
    Buffer.from(SECRET).toString('base64url'),
    encodeURIComponent(base64(SECRET)),
    base64(`${'x'.repeat(60)}${SECRET}`).replaceAll(/.{76}/g, '$&\n'),
    hex,
    hex.replaceAll(/..(?!$)/g, '$&:'),
    hex.replaceAll(/../g, '%$&'),
    new URLSearchParams({ token: SECRET }).toString(),
    JSON.stringify(SECRET).replaceAll('&', '\\u0026').replaceAll('>', '\\u003e'),
    SECRET.replaceAll(/[&>"]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  ];

  it('is told to nobody, in none of 22 spellings', async () => {
    expect(new Set(SPELLINGS).size).toBe(22);
    const agent = (tells: boolean) => `import { createInterface } from 'node:readline';
const spellings = ${JSON.stringify(SPELLINGS.map(base64))}.map((text) => Buffer.from(text, 'base64') + ' was it.');
for await (const line of createInterface({ input: process.stdin })) {
  const { id, input } = JSON.parse(line);
  const said = ${tells} ? spellings : [];
  const toolCalls = said.map((text) => ({ name: 'log_in', arguments: { text } }));
  console.log(JSON.stringify({ id, output: [input, ...said].join('\\n\\n'), toolCalls }));
}
`;
    const target = 'target: { command: [node, agent.mjs], timeout: 100s, workers: 1, env: [AGENT_TOKEN] }';
    await using world = await createWorld({
      files: {
        'agent.mjs': agent(false),
        'prompt-regression.yml': `judge: { model: builtin }\n${CONFIG.replace(/target: .*/, target)}`,
      },
    });
    world.openPull(7, { 'agent.mjs': agent(true) });
    const run = await world.runPull(7, { env: { AGENT_TOKEN: SECRET } });
    expect(commentOf(world)).toContain(String.raw`\* was it.`);
    // In the forms that markdown gives them too.
    const said = allSaid(world, run);
    const asRead = said
      .replaceAll(/\u200b/g, '')
      .replaceAll('&#92;', '\\')
      .replaceAll('&amp;', '&');
    for (const text of [said, asRead]) {
      expect(SPELLINGS.filter((spelling) => text.includes(spelling))).toEqual([]);
      expect(text).not.toContain('of "the" agent');
    }
  });
});
