import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { EOL } from 'node:os';

/** Tells the runner something in a line of the log. What is put into it cannot begin another command. */
export function sendCommand(
  name: string,
  properties: Readonly<Record<string, string>>,
  message: string,
): void {
  const given = Object.entries(properties).flatMap(([key, value]) =>
    value === '' ? [] : [`${key}=${escapeProperty(value)}`],
  );
  const head = [name, ...(given.length === 0 ? [] : [given.join(',')])].join(' ');
  process.stdout.write(`::${head}::${escapeMessage(message)}${EOL}`);
}

/** Sets a value in a file of the runner, between two lines that nobody can guess and so nobody can end early. */
export function appendValue(variable: 'GITHUB_OUTPUT' | 'GITHUB_STATE', name: string, value: string): void {
  const delimiter = `ghadelimiter_${randomUUID()}`;
  appendFileSync(runnerFile(variable), `${[`${name}<<${delimiter}`, value, delimiter].join(EOL)}${EOL}`);
}

/** Throws where the runner names no such file. */
export function runnerFile(variable: 'GITHUB_OUTPUT' | 'GITHUB_STATE' | 'GITHUB_STEP_SUMMARY'): string {
  const path = process.env[variable] ?? '';
  if (path !== '') return path;
  throw new Error(`${variable} is not set; the runner sets it, so let no step or \`env:\` change it`);
}

function escapeMessage(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
