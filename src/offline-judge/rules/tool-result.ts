import type { RequestView } from '../request-view.js';
import { type Rule, yes } from '../rule.js';
import { contentKeys, readWords, sharedKeys } from '../tokens.js';

/** Share of a statement's content that must come from a tool's result. */
const FROM_TOOL = 0.5;

/** A tool call that advances what was asked, and what the answer reports of its result. */
export const toolResult: Rule = ({ statement, request, answer }) => {
  for (const call of answer.toolCalls) {
    if (!advances(call.name, call.keys, request)) continue;
    // A plain word may stand in any sentence.
    const identifier = /[_.\d]|\p{Ll}\p{Lu}/u.test(call.name);
    if (identifier && statement.text.toLowerCase().includes(call.name.toLowerCase())) {
      return yes(`It calls the tool “${call.name}”, which does what was asked.`);
    }
    const shared = sharedKeys(statement.keys, call.keys);
    if (statement.keys.size > 0 && shared.length / statement.keys.size >= FROM_TOOL) {
      return yes(`It reports what the tool “${call.name}” returned.`);
    }
  }
  return null;
};

/** The tool's own name must have to do with the request: any text may stand in a result. */
function advances(name: string, keys: ReadonlySet<string>, request: RequestView): boolean {
  const named = contentKeys(readWords(name));
  if (sharedKeys(request.focus, named).length > 0) return true;
  const verb = /^(?:get|list|search|find|fetch|read|look ?up|query|show)/i.test(name);
  return (verb || request.scheduling) && sharedKeys(request.focus, keys).length > 0;
}
