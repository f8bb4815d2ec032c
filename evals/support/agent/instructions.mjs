import { readFileSync } from 'node:fs';
import { topicWords } from './words.mjs';

const NUMBERS = { one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8 };

/**
 * Reads the bullet list of a prompt file. Each bullet is an instruction in plain English; one that is not understood
 * is left out and named in `unknown`.
 */
export function readInstructions(path) {
  const rules = [];
  const unknown = [];
  for (const [, line] of readFileSync(path, 'utf8').matchAll(/^[-*] (.+)$/gm)) {
    const rule = parseInstruction(line.trim());
    if (rule === null) unknown.push(line.trim());
    else rules.push(rule);
  }
  return { rules, unknown };
}

export function parseInstruction(line) {
  const quote = /["“„]([^"“”]+)["”]/.exec(line)?.[1] ?? null;
  const rest = line.replace(/["“„][^"“”]*["”]/g, ' ');
  const never = /^(?:never|do not|don't|avoid|leave out|stop)\b(.*)$/i.exec(rest);
  if (never !== null) {
    const words = topicWords(
      quote ?? never[1].replace(/\b(?:mention|say|use|talk|about|speak|using|mentioning|any|ever)\b/gi, ''),
    );
    return words.length === 0 ? null : { kind: 'never', words };
  }
  const tool =
    /^for (?:a |every |any )?requests? to (\w+) (.+?),? (?:always )?(?:call|use) the tool (\w+)/i.exec(rest);
  if (tool !== null)
    return { kind: 'tool', verb: tool[1].toLowerCase(), words: topicWords(tool[2]), tool: tool[3] };
  if (quote !== null && /^(?:decline|refuse|reject)\b/i.test(rest)) {
    const asked = rest.replace(/^\w+/, '').replace(/\b(?:requests?|questions?|with|by saying)\b/gi, ' ');
    return {
      kind: 'decline',
      topics: asked
        .split(/\bor\b|,/i)
        .map(topicWords)
        .filter((words) => words.length > 0),
      text: quote,
    };
  }
  if (quote !== null && /\blast sentence\b/i.test(rest))
    return { kind: 'replace-last', scope: parseScope(rest), text: quote };
  if (quote !== null && /\b(?:open|begin|start|prefix)\b/i.test(rest))
    return { kind: 'open', scope: parseScope(rest), text: quote };
  if (
    quote !== null &&
    /\b(?:add|append|close|end|finish|conclude|say|mention|include|tell|put)\b/i.test(rest)
  ) {
    return { kind: 'close', scope: parseScope(rest), text: quote };
  }
  const lines = /\b(?:triage )?summary with the lines (.+?)\.?$/i.exec(rest);
  if (lines !== null)
    return {
      kind: 'triage',
      fields: lines[1]
        .split(/,| and /)
        .map((field) => field.trim())
        .filter(Boolean),
    };
  if (/\blanguage of the (?:question|customer|user)\b/i.test(rest)) return { kind: 'language' };
  if (/\b(?:one|a single) word\b/i.test(rest)) return { kind: 'one-word' };
  const most = /\bat most (\w+) sentences?\b/i.exec(rest);
  if (most !== null) {
    const limit = NUMBERS[most[1].toLowerCase()] ?? Number(most[1]);
    return Number.isInteger(limit) ? { kind: 'at-most', limit } : null;
  }
  if (/\btables?\b/i.test(rest)) return { kind: 'table' };
  if (/\bcode blocks?\b/i.test(rest)) return { kind: 'code' };
  return null;
}

/** `answers about A, B and C` names topics; anything else means every answer. */
function parseScope(text) {
  const topics =
    /\b(?:about|on|concerning|regarding)\s+([^:]+?)\s*(?:$|:|,\s*(?:replace|add|put|say|close|end|open|begin|start|append)\b)/i.exec(
      text,
    )?.[1];
  if (topics === undefined) return null;
  return topics
    .split(/,|\band\b|\bor\b/i)
    .map((topic) => topicWords(topic))
    .filter((words) => words.length > 0);
}
