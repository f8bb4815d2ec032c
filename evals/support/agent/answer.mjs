import { findFact, findSection, leadWithBest } from './handbook.mjs';
import { renderResult } from './tools.mjs';
import { isEmail, triageEmail } from './triage.mjs';
import { hasAll, hasWord, languageOf, topicWords } from './words.mjs';

const NOT_FOUND = {
  en: 'The handbook says nothing about that.',
  de: 'Dazu steht nichts im Handbuch.',
  ja: 'ハンドブックに記載がありません。',
};
/** Verbs that ask for the same thing as the one an instruction names. */
const VERBS = {
  list: /^(?:list|show|display|give|which|what)\b/i,
  schedule: /^(?:schedule|book|arrange|set up|plan)\b/i,
};

/** Answers one request by the handbook, the tools and the instructions; the same request gets the same answer. */
export function answerRequest({ input, messages }, { handbook, instructions, tools }) {
  const { rules } = instructions;
  const found = compose({ input, messages }, { handbook, rules, tools });
  const text = adjust(found.parts, found.topics, rules);
  return found.toolCalls === undefined ? { output: text } : { output: text, toolCalls: found.toolCalls };
}

function compose({ input, messages }, { handbook, rules, tools }) {
  const words = topicWords(input);
  const topics = { words, section: null };
  const declined = rules.find(
    (rule) => rule.kind === 'decline' && rule.topics.some((topic) => hasAll(words, topic)),
  );
  if (declined !== undefined) return { parts: [sentence(declined.text)], topics };

  const triage = rules.find((rule) => rule.kind === 'triage');
  if (triage !== undefined && isEmail(input)) {
    return {
      parts: [{ kind: 'block', text: triageEmail(input, triage.fields, handbook) }],
      topics: { words: ['triage', 'email'], section: null },
    };
  }

  const call = rules.find(
    (rule) => rule.kind === 'tool' && asksFor(rule, input, words) && rule.tool in tools,
  );
  if (call !== undefined) {
    const used = tools[call.tool](input);
    return {
      parts: [{ kind: 'block', text: renderResult(call.tool, used.result) }],
      topics,
      toolCalls: [{ name: call.tool, ...used }],
    };
  }

  const fact = findFact(handbook, input);
  if (fact !== null) {
    const short = rules.some((rule) => rule.kind === 'one-word');
    return { parts: [sentence(short ? fact.value : `${fact.label}: ${fact.value}.`)], topics };
  }
  return composeFromHandbook({ input, messages }, { handbook, rules, topics });
}

function composeFromHandbook({ input, messages }, { handbook, rules, topics }) {
  const language = languageOf(input);
  const languages = rules.some((rule) => rule.kind === 'language') ? [language] : ['en'];
  const earlier = (messages ?? []).filter(({ role }) => role === 'user').map(({ content }) => content);
  // A follow-up names too little: what was asked before belongs to it.
  const question = topics.words.length < 2 ? [...earlier, input].join('\n') : input;
  const section = findSection(handbook, question, { languages });
  if (section === null) return { parts: [sentence(NOT_FOUND[language] ?? NOT_FOUND.en)], topics };
  const limit = rules.findLast((rule) => rule.kind === 'at-most')?.limit ?? Infinity;
  let sentences = 0;
  const parts = [];
  for (const part of leadWithBest(section.parts, question)) {
    if (part.kind === 'sentence') {
      sentences += 1;
      if (sentences <= limit) parts.push(part);
    } else if (rules.some((rule) => rule.kind === part.kind)) {
      parts.push(part);
    } else {
      parts.push(sentence(flatten(part.text)));
    }
  }
  return { parts, topics: { words: topics.words, section } };
}

function asksFor(rule, input, words) {
  const verb = VERBS[rule.verb];
  return (
    (verb === undefined ? hasWord(words, rule.verb) : verb.test(input.trim())) && hasAll(words, rule.words)
  );
}

/** Adds, replaces and leaves out what the instructions say, in their order. */
function adjust(composed, topics, rules) {
  let parts = [...composed];
  for (const rule of rules) {
    if (rule.kind === 'close' && inScope(rule.scope, topics)) parts.push(sentence(rule.text, 'added'));
    if (rule.kind === 'open' && inScope(rule.scope, topics)) parts.unshift(sentence(rule.text, 'added'));
    if (rule.kind === 'replace-last' && inScope(rule.scope, topics)) {
      const last = parts.findLastIndex(({ kind }) => kind === 'sentence');
      if (last >= 0) parts = parts.with(last, sentence(rule.text, 'added'));
    }
    if (rule.kind === 'never')
      parts = parts.filter((part) => part.kind !== 'sentence' || !hasAll(topicWords(part.text), rule.words));
  }
  return render(parts);
}

function inScope(scope, { words, section }) {
  if (scope === null) return true;
  return scope.some((topic) => hasAll(section === null ? words : section.titleWords, topic));
}

function sentence(text, origin = 'handbook') {
  return { kind: 'sentence', text, origin };
}

function flatten(text) {
  return text
    .replace(/```\w*/g, '')
    .replace(/[|]/g, ' ')
    .replace(/-{3,}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Sentences run on in one paragraph; blocks, tables and code stand by themselves. */
function render(parts) {
  let text = '';
  let before = null;
  for (const part of parts) {
    const runsOn = before === 'sentence' && part.kind === 'sentence';
    const gap = /[。！？]$/.test(text) ? '' : ' ';
    text += before === null ? part.text : `${runsOn ? gap : '\n\n'}${part.text}`;
    before = part.kind;
  }
  return text;
}
