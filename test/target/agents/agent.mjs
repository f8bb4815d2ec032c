// An agent whose input says what it does wrong.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
const started = `${process.pid}`;

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  const { id, input, messages = [] } = request;
  const [deed, detail] = input.split(':');
  switch (deed) {
    case 'whole request':
      say({ id, output: line });
      break;
    case 'pid':
      say({ id, output: started });
      break;
    case 'pid, slowly':
      setTimeout(() => say({ id, output: started }), 50);
      break;
    case 'env':
      say({ id, output: JSON.stringify(process.env) });
      break;
    case 'usage':
      say({ id, output: 'counted', usage: { calls: 2, inputTokens: 5, outputTokens: 1 } });
      break;
    case 'error':
      process.stderr.write('looking it up\n');
      setTimeout(() => say({ id, error: 'no such user' }), 50);
      break;
    case 'crash':
      process.stderr.write(`first line\ntoken ${detail}\nboom\n`);
      process.exitCode = 3;
      process.stdin.destroy();
      break;
    case 'hang':
      process.stderr.write('waiting for godot\n');
      break;
    case 'noise':
      process.stdout.write(`Loading model ${detail}\n`);
      break;
    case 'nan':
      process.stdout.write(`{"id":${JSON.stringify(id)},"output":"x","usage":{"calls":NaN}}\n`);
      break;
    case 'noise after':
      process.stdout.write(`${JSON.stringify({ id, output: 'fine' })}\nDone!\n`);
      break;
    case 'twice':
      process.stdout.write(`${JSON.stringify({ id, output: 'fine' })}\n`.repeat(2));
      break;
    case 'stranger':
      say({ id: 'someone else', output: 'x' });
      break;
    case 'object':
      say({ id, output: { text: 'x' } });
      break;
    case 'long':
      say({ id, output: 'x'.repeat(Number(detail)) });
      break;
    case 'no newline':
      process.stdout.write(JSON.stringify({ id, output: 'last words' }));
      process.stdin.destroy();
      break;
    case 'one shot':
      say({ id, output: started });
      process.exit(0);
      break;
    case 'leaves unasked':
      process.exit(0);
      break;
    case 'killed':
      process.kill(process.pid, 'SIGKILL');
      break;
    case 'closed stdin':
      process.stdin.destroy();
      setTimeout(() => process.exit(1), 100);
      break;
    case 'grandchild': {
      // It outlives its parent, ignores TERM and holds the pipes.
      const script = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)';
      const child = spawn(process.execPath, ['-e', script], { stdio: 'inherit' });
      writeFileSync(detail, String(child.pid));
      say({ id, output: 'started' });
      break;
    }
    case 'stubborn':
      process.on('SIGTERM', () => {});
      setInterval(() => {}, 1000);
      say({ id, output: started });
      break;
    default: {
      const last = messages.findLast(({ role }) => role === 'assistant');
      say({ id, output: `answer to ${input}${last === undefined ? '' : ` after ${last.content}`}` });
    }
  }
}
