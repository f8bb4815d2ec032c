import { nameKeys, type Rule, unsure, yes } from '../rule.js';
import { contentKeys, readWords, sharedKeys } from '../tokens.js';

/** Share of a statement's content that one sentence of the task must hold to be what demands it. */
const DEMANDED = 0.6;

/** What the task itself tells the agent to say belongs to the answer. */
export const taskDemand: Rule = ({ statement, request }) => {
  if (statement.keys.size < 2) return null;
  for (const part of request.task.split(/(?<=[.!?;。])\s+|\n/u)) {
    const shared = sharedKeys(statement.keys, contentKeys(readWords(part)));
    if (shared.length < 2) continue;
    if (shared.length / statement.keys.size >= DEMANDED) return yes('The task tells the agent to say so.');
    if (shared.length >= 3) return unsure(`It touches what the task speaks of: ${nameKeys(shared)}.`);
  }
  return null;
};
