// The floor: the calls that a run makes, as large as they are there, in a bare loop over the SDK, and nothing else.
import OpenAI from 'openai';

const { BENCH_URL, BENCH_CASES, BENCH_IN_FLIGHT } = process.env;
const client = new OpenAI({ baseURL: BENCH_URL, apiKey: 'bench-key', maxRetries: 0 });

const TASK = 'You answer questions about orders.';
/** As long as the rules of the action are, for each question; `asked` of both is to be about the same. */
const EXTRACTION_RULES = 'Take the answer apart. \n'.repeat(93);
const VERDICT_RULES = 'Judge what is given. \n'.repeat(172);
const CONTROLS = ['Snow falls.', 'A mime pretended to climb an invisible staircase, sponsored by Pellworm.'];

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
const statement = object({ text, quote: text });
const extraction = object({ statements: { type: 'array', items: statement } });
const verdict = object({ reason: text, verdict: { ...text, enum: ['yes', 'unsure', 'no'] } });
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
  const { statements } = JSON.parse(await judge(EXTRACTION_RULES, { answer }, extraction));
  const said = [...CONTROLS, ...statements.map((each) => each.text)];
  const numbered = Object.fromEntries(said.map((each, index) => [`s${index + 1}`, each]));
  const data = { task: TASK, conversation: [], input, answer, tool_calls: [], statements: numbered };
  JSON.parse(await judge(VERDICT_RULES, data, verdictsOn(Object.keys(numbered))));
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
