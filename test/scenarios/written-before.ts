import type { Model } from './world.js';

/** How much text the older release was told to keep. */
export const TEXTS = ['full', 'statements', 'none'] as const;

const config = (
  text: (typeof TEXTS)[number],
) => `limits: { max-retries: 1, request-timeout: 60s, timeout: 10m }
judge: { model: judge-1 }
store: { text: ${text} }
suites:
  - name: support
    dataset: evals/cases.jsonl
    target: { prompt: prompts/support.md, model: agent-1 }
    scorers: [answer-relevancy, keyword-coverage]
    gate: { threshold: 0.1 }
`;

const CASES = [
  { id: 'bold', input: 'How long does a refund take?' },
  { id: 'repeated', input: 'When are you open?' },
  { id: 'headings', input: 'How do I pay an invoice?' },
  { id: 'plain', input: 'Can I return a gift card?', task: 'Answers questions about gift cards.' },
];

/** The project as it was measured. Another byte, and its commit is not the one that was measured. */
export const measuredFiles = (text: (typeof TEXTS)[number]) => ({
  'README.md': 'An agent.\n',
  'prompts/support.md': 'You answer questions of customers.\n',
  'evals/cases.jsonl': CASES.map((row) => JSON.stringify(row)).join('\n'),
  'prompt-regression.yml': config(text),
});

const ANSWERS: Readonly<Record<string, string>> = {
  'How long does a refund take?':
    'A refund takes five working days.\n\nThe money goes back to the card that you paid with.\n\n**Our cat sends her love to everybody**',
  'When are you open?': `${'We are open from nine to five. '.repeat(6)}Dogs are loyal animals.`,
  'How do I pay an invoice?':
    '## Paying\n\n- By card, at the link in your mail.\n- By transfer, within two weeks.\n\n## Feel free to visit our parrots\n\nYou may also ask your bank:',
  'Can I return a gift card?': 'Gift cards cannot be returned, but they never expire. They may be lost.',
};

/** The agent and the judge of that time, and of today: they go by the words, not by how an answer is taken apart. */
export const SAME_MODEL: Model = {
  answer: (input) => ANSWERS[input] ?? 'Nothing.',
  verdict: (statement, { answer }) => {
    const words = statement.match(/\w+/g) ?? [];
    if (/\b(cat|dog|parrot)s?\b/i.test(statement) || !words.every((word) => answer.includes(word)))
      return 'no';
    return /may be/.test(statement) ? 'unsure' : 'yes';
  },
};
