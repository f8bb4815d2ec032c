import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DAY_MS = 86_400_000;
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** The agent's tools: real functions over the files of one folder. Each takes the request's text. */
export function createTools(folder) {
  const read = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  return {
    list_agents: () => ({ arguments: {}, result: read('agents.json') }),
    list_orders: () => ({ arguments: { status: 'open' }, result: read('orders.json') }),
    create_event: (text) => {
      const wanted = parseMeeting(text, read('calendar.json'));
      return { arguments: wanted, result: bookSlot(wanted, read('calendar.json').busy) };
    },
  };
}

/** Day, time and guests of a meeting; "tomorrow" counts from the calendar's own day, so that answers never change. */
function parseMeeting(text, { today }) {
  const start = Date.parse(`${today}T00:00:00Z`);
  const named = WEEKDAYS.findIndex((day) => new RegExp(`\\b${day}\\b`, 'i').test(text));
  const ahead =
    named >= 0 ? (named - new Date(start).getUTCDay() + 7) % 7 || 7 : /\btoday\b/i.test(text) ? 0 : 1;
  const date =
    /\b\d{4}-\d{2}-\d{2}\b/.exec(text)?.[0] ?? new Date(start + ahead * DAY_MS).toISOString().slice(0, 10);
  const clock = /\b(\d{1,2})(?::(\d{2}))?\s*(am|pm)?\b(?!-)/i.exec(text.replace(date, ''));
  const hour =
    clock === null
      ? 10
      : (Number(clock[1]) % 24) + (/pm/i.test(clock[3] ?? '') && Number(clock[1]) < 12 ? 12 : 0);
  const guests =
    /\bwith ([\p{Lu}][\p{L}]*(?:(?:, | and )[\p{Lu}][\p{L}]*)*)/u.exec(text)?.[1]?.split(/, | and /) ?? [];
  return { date, start: `${String(hour).padStart(2, '0')}:${clock?.[2] ?? '00'}`, minutes: 30, guests };
}

/** The wanted slot, else the next free half hour of the day. */
function bookSlot({ date, start, minutes, guests }, busy) {
  let from = toMinutes(start);
  const taken = busy.filter((event) => event.date === date);
  while (taken.some((event) => from < toMinutes(event.end) && from + minutes > toMinutes(event.start)))
    from += minutes;
  return {
    title: guests.length > 0 ? `Meeting with ${guests.join(' and ')}` : 'Meeting',
    date,
    start: toClock(from),
    end: toClock(from + minutes),
  };
}

function toMinutes(clock) {
  const [hours, minutes] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

function toClock(minutes) {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** A tool's result as the text of an answer: a list, the news that there is none, or an entry field by field. */
export function renderResult(tool, result) {
  if (!Array.isArray(result)) {
    return Object.entries(result)
      .map(([name, value]) => `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${value}`)
      .join('\n');
  }
  const things = tool.replace(/^list_/, '').replaceAll('_', ' ');
  if (result.length === 0) return `No ${things} found.`;
  return result.map(({ name, ...rest }) => `- ${name}: ${Object.values(rest).join(', ')}`).join('\n');
}
