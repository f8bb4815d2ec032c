import type { ScorerDocs } from '../../docs.js';

export const docs = {
  choices: [
    'With both `expectedTool` and `expectedToolOrder` the order decides, as documented; `correctToolCalled` is given all the same.',
  ],
  deviations: [
    {
      what: 'Order with other calls between',
      reference:
        'Looks at the first call of each tool alone: `b a b` fails the order `a b`, and an order that names a tool twice can never be met.',
      here: 'The order is met where it is a subsequence of the calls.',
      why: 'Documented: expected tools in correct relative order, extra tools allowed.',
    },
    {
      what: 'An empty order',
      reference: 'Accepted, and scores 0 for everything.',
      here: 'Refused.',
      why: 'It says nothing.',
    },
    {
      what: 'No messages',
      reference: 'Empty input or output is an error.',
      here: 'An answer without tool calls scores 0, with or without words.',
      why: 'The agent was asked, and called nothing.',
    },
  ],
} satisfies ScorerDocs;
