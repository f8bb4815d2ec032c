import { type Rule, unsure, yes } from '../rule.js';
import { sharedKeys } from '../tokens.js';

const WANTS_TABLE =
  /\b(?:table|compare|comparison|versus|vs|overview|differences?|prices?|pricing|plans|rates|fees|tiers?|matrix|schedule)\b|vergleich|übersicht|preise|tabelle|unterschied|比較|一覧|料金|違い|表/i;

/** A row belongs to its table: its cells are numbers and names, and the header or the lead says what they are about. */
export const tableRow: Rule = ({ request, answer, place }) => {
  const unit = answer.units[place];
  if (unit === undefined || unit.block !== 'table' || unit.clause) return null;
  let first = place;
  while (answer.units[first - 1]?.block === 'table') first -= 1;
  const header = answer.units[first];
  const about = [header, unit.lead ?? undefined].filter((view) => view !== undefined);
  if (about.some((view) => sharedKeys(request.focus, view.keys).length > 0))
    return yes('It is a row of a table about what was asked.');
  return WANTS_TABLE.test(request.input) ? unsure('It is a row of a table, as was asked for.') : null;
};
