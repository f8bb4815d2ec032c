// The floor: the calls that a run makes, as large as they are there, in a bare loop over the SDK, and nothing else.
import OpenAI from 'openai';

const { BENCH_URL, BENCH_CASES, BENCH_IN_FLIGHT } = process.env;
const client = new OpenAI({ baseURL: BENCH_URL, apiKey: 'bench-key', maxRetries: 0 });

const TASK = 'You answer questions about orders.';
/** As long as the rules of the action are. */
const RULES = 'Judge what is given. \n'.repeat(140);
const CONTROL = 'A mime pretended to climb an invisible staircase.';

async function ask(messages, schema) {
  const completion = await client.chat.completions.create({
    model: 'fixed',
    messages,
    ...(schema && {
      temperature: 0,
      seed: 20,
      response_format: { type: 'json_schema', json_schema: { name: 'reply', strict: true, schema } },
    }),
    stream: false,
  });
  return completion.choices[0].message.content;
}

const judge = (rules, data, schema) =>
  ask(
    [
      { role: 'system', content: rules },
      { role: 'user', content: `BEGIN DATA 34364e2dc75b34096567\n${JSON.stringify(data)}\nEND DATA` },
    ],
    schema,
  );

const object = (properties, more) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
});
const text = { type: 'string' };
const verdict = object({
  reason: text,
  verdict: { ...text, enum: ['yes', 'unsure', 'no', 'mixed', 'skip'] },
  off: text,
});
const verdictsOn = (keys) =>
  object(Object.fromEntries(keys.map((key) => [key, { $ref: '#/$defs/entry' }])), {
    $defs: { entry: verdict },
  });

async function sample(number) {
  const input = `Where is order ${number}?`;
  const answer = await ask([
    { role: 'system', content: TASK },
    { role: 'user', content: input },
  ]);
  const said = [CONTROL, ...answer.split(/(?<=\.) /)];
  const numbered = Object.fromEntries(said.map((each, index) => [`s${index + 1}`, each]));
  const data = { task: TASK, conversation: [], input, answer, tool_calls: [], statements: numbered };
  JSON.parse(await judge(RULES, data, verdictsOn(Object.keys(numbered))));
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
