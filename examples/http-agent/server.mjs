// An agent behind an address: POST /answer with {"question": {…}} gives {"reply": {"text": …}}.
import { createServer } from 'node:http';

function answer({ text, conversation }) {
  const turn = conversation.length === 1 ? '' : ` (message ${conversation.length})`;
  return `About ${text.replace(/[.?]$/, '')}${turn}: the handbook has a page.`; // your agent goes here
}

const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  if (request.headers.authorization !== `Bearer ${process.env.AGENT_TOKEN}`) {
    response.writeHead(401).end('{"error": "wrong token"}');
    return;
  }
  const { question } = JSON.parse(body);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ reply: { text: answer(question) } }));
});

server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  console.log(`listening on port ${server.address().port}`);
});
