import type { Model } from './world.js';

/** An agent whose every rule is one line of its prompt: `- Asked about lamps, say: A lamp costs 20 euros.` */
export const RULE_AGENT: Model = {
  answer(input, system) {
    const said = [...system.matchAll(/^- Asked about (\w+), say: (.+)$/gm)]
      .filter(([, subject = '']) => input.includes(subject))
      .map(([, , words]) => words);
    return ['Thank you for asking.', ...said].join(' ');
  },
  verdict: (statement, { answer }) => (answer.includes(statement) ? 'yes' : 'no'),
};

/** A case that asks about a rule. */
export function caseAbout(subject: string): string {
  return JSON.stringify({ id: `about-${subject}`, input: `What about ${subject}?` });
}
