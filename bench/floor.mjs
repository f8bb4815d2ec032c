// The floor: the calls that a run makes, in a bare loop over the SDK, and nothing else.
import OpenAI from 'openai';

const { BENCH_URL, BENCH_CASES, BENCH_IN_FLIGHT } = process.env;
const client = new OpenAI({ baseURL: BENCH_URL, apiKey: 'bench-key', maxRetries: 0 });

async function ask(messages, schema) {
  const completion = await client.chat.completions.create({
    model: 'fixed',
    temperature: 0,
    messages,
    ...(schema && {
      response_format: { type: 'json_schema', json_schema: { name: 'reply', strict: true, schema } },
    }),
  });
  return completion.choices[0].message.content;
}

const verdict = {
  type: 'object',
  properties: { reason: { type: 'string' }, verdict: { enum: ['yes', 'unsure', 'no'] } },
  required: ['reason', 'verdict'],
  additionalProperties: false,
};
const extraction = {
  type: 'object',
  properties: { statements: { type: 'array' } },
  required: ['statements'],
  additionalProperties: false,
};

async function sample(number) {
  const answer = await ask([{ role: 'user', content: `Where is order ${number}?` }]);
  const rules = { role: 'system', content: 'Judge what is given. '.repeat(100) };
  const { statements } = JSON.parse(
    await ask([rules, { role: 'user', content: JSON.stringify({ answer }) }], extraction),
  );
  const numbered = Object.fromEntries(
    [...statements.map((each) => each.text), 'Snow falls.'].map((text, index) => [`s${index + 1}`, text]),
  );
  const required = Object.keys(numbered);
  JSON.parse(
    await ask(
      [
        rules,
        {
          role: 'user',
          content: JSON.stringify({ input: `Where is order ${number}?`, answer, statements: numbered }),
        },
      ],
      {
        type: 'object',
        properties: Object.fromEntries(required.map((key) => [key, verdict])),
        required,
        additionalProperties: false,
      },
    ),
  );
}

let next = 0;
await Promise.all(
  Array.from({ length: Number(BENCH_IN_FLIGHT) }, async () => {
    while (next < Number(BENCH_CASES)) {
      next += 1;
      await sample(next);
    }
  }),
);
