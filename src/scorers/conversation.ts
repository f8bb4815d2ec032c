import type { Deviation } from './about-scorer.js';

/** How the scorers that need no judge read messages. */
export const CONVERSATION: Deviation = {
  what: 'Conversations',
  reference: 'All messages of a side, whoever wrote them, are joined by commas into one text.',
  here: 'The last user message is the input, the assistant’s messages are the answer; plain strings are read too.',
  why: 'What was said before is not what this answer is for, and a comma that nobody wrote is no difference.',
};
