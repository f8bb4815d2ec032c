import { expect, it } from 'vitest';
import { readsQuestions } from '../../src/project/reads-questions.js';

it.each([
  'for line in sys.stdin:',
  'createInterface({ input: process.stdin })',
  'import { stdin } from "node:process"; createInterface({ input: stdin })',
  'fileinput.input()',
  'line = input()',
  'open(0)',
  'STDIN.each_line',
  'bufio.NewScanner(os.Stdin)',
  'json.NewDecoder(os.Stdin).Decode(&question)',
  'new Scanner(System.in)',
  'while ($line = fgets(STDIN)) {}',
  "process.stdin.on('data', (chunk) => { buffer += chunk; const lines = buffer.split('\\n'); answer(lines); stdin.pause(); })",
  'for await (const chunk of process.stdin) {\n  rest += chunk;\n  rest = answerLines(rest);\n}',
  "process.stdin.on('readable', () => answer(process.stdin.read()))",
  'if not sys.stdin.isatty():\n    for line in sys.stdin: print(answer(line))',
  'from sys import stdin\nwhile line := stdin.readline(): print(answer(line))',
])('%s reads questions', (program) => {
  expect(readsQuestions(program)).toBe(true);
});

it.each([
  'print(ask(input("> ")))',
  'app.run()',
  'print(run(sys.stdin.read()))',
  'print(run(sys.stdin.read()))  # All of stdin is the mail.',
  '# There is no stdin here.',
  'for line in sys.stdin.read().splitlines(): print(run(line))',
  'from sys import stdin\nprint(run("".join(stdin.readlines())))',
  'if not sys.stdin.isatty():\n    print(run(json.load(sys.stdin)))',
  '"""Answers the mail on stdin."""\nprint(run(open(0).read()))',
  'text = "".join(sys.stdin)',
  "console.log(await answer(readFileSync(0, 'utf8')))",
  "console.log(await answer(fs.readFileSync('/dev/stdin', 'utf8')))",
  "import { text } from 'node:stream/consumers';\nawait answer(await text(process.stdin)); // stdin is the mail",
  "import { stdin } from 'node:process';\nawait answer(await json(stdin));",
  'await answer(await Bun.stdin.text())',
  'for await (const chunk of process.stdin) input += chunk;',
  'for await (const chunk of process.stdin) {\n  chunks.push(chunk);\n}',
  "process.stdin.setEncoding('utf8'); process.stdin.on('data', (c) => { input += c; }); process.stdin.on('end', run)",
  "process.stdin.on('data', (c) => (input += c)).on('end', run)",
  'puts answer(STDIN.read)',
  'bytes, _ := io.ReadAll(os.Stdin)',
  'new String(System.in.readAllBytes())',
  'answer(Console.In.ReadToEnd())',
  "echo answer(file_get_contents('php://stdin'));",
  'io::stdin().read_to_string(&mut input)',
])('%s does not', (program) => {
  expect(readsQuestions(program)).toBe(false);
});
