import { findSection } from './handbook.mjs';

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

export function isEmail(text) {
  return /^(?:from|subject):/im.test(text) || /^(?:hi|hello|dear)\b[^\n]*,\s*\n/i.test(text);
}

/** A summary of an email, one line a field; a field that the email says nothing about is left out. */
export function triageEmail(email, fields, handbook) {
  const body = email.replace(/^(?:from|to|subject|date): .*$/gim, '').trim();
  const section = findSection(handbook, email, { languages: ['en'], topicOnly: true });
  const values = {
    priority: () => priorityOf(email),
    topic: () => section?.title.toLowerCase() ?? 'other',
    customer: () => signatureOf(body),
    request: () => requestOf(body),
    'next step': () =>
      section === null ? 'hand over to the front desk' : `hand over to the ${section.team} team`,
    team: () => section?.team,
    subject: () => /^subject: (.+)$/im.exec(email)?.[1],
  };
  return fields
    .map((field) => [field, values[field.toLowerCase()]?.()])
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([field, value]) => `${field}: ${value}`)
    .join('\n');
}

function priorityOf(email) {
  if (/\bno hurry\b|\bidea\b|\bsuggest|\bfeature\b/i.test(email)) return 'low';
  return /\burgent|\basap\b|as soon as possible|\bblocked\b|\bimmediately\b|\bbusiest\b|\bdeadline\b/i.test(
    email,
  )
    ? 'high'
    : 'medium';
}

/** The last line, where it looks like a name. */
function signatureOf(body) {
  const last = body.split('\n').at(-1)?.trim() ?? '';
  return /^(?:\p{Lu}[\p{L}.'-]*\s?){1,4}$/u.test(last) ? last : undefined;
}

/** The last sentence that asks for something, without its polite opening. */
function requestOf(body) {
  const asked = [...sentences.segment(body)]
    .map(({ segment }) => segment.trim().replace(/\s+/g, ' '))
    .filter((sentence) => /\?$|\bplease\b|\b(?:could|can|would) you\b/i.test(sentence))
    .at(-1);
  return asked?.replace(/^.*?\b(?:please|could you|can you|would you)\s+/i, '').replace(/[?.!]+$/, '');
}
