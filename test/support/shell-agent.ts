/**
 * A program for `sh` that answers each question about something with what it knows of it, and `more`. A process of
 * node would take a hundred times as long to start.
 * @param before Lines that run first; `more` may use their variables as `'"$name"'`.
 */
export function shellAgent(more = '', before = ''): string {
  const answer = `s/^\\{"id":"([^"]*)","input":"(Tell me about )?([^"]*)".*/{"id":"\\1","output":"Here is what we know of \\3${more}"}/`;
  return `${before}\nexec sed -uE '${answer}'\n`;
}
