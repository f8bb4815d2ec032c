import { readFileSync } from 'node:fs';
import { hasAll, hasWord, languageOf, topicWords } from './words.mjs';

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * Reads a handbook: `## ` opens a section, `Keywords:` and `Team:` lines describe it, the section `Facts` holds
 * `- label: value` lines. What is left of a section is its body: sentences, a table, a code block.
 */
export function readHandbook(path) {
  const sections = [];
  const facts = [];
  for (const part of readFileSync(path, 'utf8').split(/^## /m).slice(1)) {
    const [title, ...lines] = part.split('\n');
    const text = lines.join('\n');
    if (/^facts$/i.test(title.trim())) {
      for (const [, label, value] of text.matchAll(/^- ([^:]+): (.+)$/gm)) facts.push({ label, value });
      continue;
    }
    const keywords = /^Keywords: (.+)$/m.exec(text)?.[1] ?? '';
    const body = text.replace(/^(?:Keywords|Team): .+$/gm, '').trim();
    sections.push({
      title: title.trim(),
      team: /^Team: (.+)$/m.exec(text)?.[1] ?? 'front desk',
      language: languageOf(body),
      keywords: topicWords(keywords),
      titleWords: topicWords(title),
      bodyWords: topicWords(body),
      parts: splitBody(body),
    });
  }
  return { sections, facts };
}

function splitBody(body) {
  const parts = [];
  for (const block of body.split(/(```[\s\S]*?```|(?:^\|.*\|$\n?)+)/m)) {
    if (block.startsWith('```')) parts.push({ kind: 'code', text: block });
    else if (block.startsWith('|')) parts.push({ kind: 'table', text: block.trim() });
    else {
      for (const { segment } of sentences.segment(block)) {
        if (segment.trim() !== '')
          parts.push({ kind: 'sentence', text: segment.trim().replace(/\s+/g, ' ') });
      }
    }
  }
  return parts;
}

/**
 * The section that shares most with a question; rare words weigh more. `null` where none shares anything.
 * With `topicOnly` the words of the sections' sentences do not count, only their titles and keywords.
 */
export function findSection(handbook, question, { languages, topicOnly = false }) {
  const asked = topicWords(question);
  const open = handbook.sections.filter(({ language }) => languages.includes(language));
  const spread = (word) =>
    open.filter((section) => hasWord([...section.keywords, ...section.bodyWords], word)).length;
  let best = null;
  let most = 0;
  for (const section of open) {
    let score = 0;
    for (const word of new Set(asked)) {
      const weight = 1 / Math.max(1, spread(word));
      if (hasWord(section.keywords, word) || hasWord(section.titleWords, word)) score += 3 * weight;
      else if (!topicOnly && hasWord(section.bodyWords, word)) score += weight;
    }
    if (score > most) {
      most = score;
      best = section;
    }
  }
  return best;
}

/** The sentence that answers best goes first; the others keep their order. Handbook sentences stand by themselves. */
export function leadWithBest(parts, question) {
  const asked = [...new Set(topicWords(question))];
  const score = ({ kind, text }) =>
    kind === 'sentence' ? asked.filter((word) => hasWord(topicWords(text), word)).length : -1;
  const best = Math.max(...parts.map(score));
  const at = parts.findIndex((part) => score(part) === best);
  return best <= 0 ? parts : [parts[at], ...parts.toSpliced(at, 1)];
}

/** The single fact that a question asks for: every word of its label stands in the question. */
export function findFact(handbook, question) {
  const asked = topicWords(question);
  return handbook.facts.find(({ label }) => hasAll(asked, topicWords(label))) ?? null;
}
