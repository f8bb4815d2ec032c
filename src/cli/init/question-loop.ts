/** Ends a program with `answer(question)`, so that it answers the check's questions and one on its command line. */
const PYTHON = `if __name__ == "__main__":
    import json, sys
    if len(sys.argv) > 1:
        print(answer(sys.argv[1]))
    else:
        for line in sys.stdin:
            case = json.loads(line)
            print(json.dumps({"id": case["id"], "output": answer(case["input"])}), flush=True)
`;

/** For CommonJS, modules and TypeScript alike. */
const JAVASCRIPT = `async function answerQuestions() {
  const [, , question] = process.argv;
  if (question !== undefined) return console.log(await answer(question));
  const { createInterface } = await import('node:readline');
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, input } = JSON.parse(line);
    console.log(JSON.stringify({ id, output: await answer(input) }));
  }
}
answerQuestions();
`;

/** Lines of code in the program's language; `null` for one that we have none in. */
export function renderQuestionLoop(program: string): string | null {
  if (program.endsWith('.py')) return PYTHON;
  return /\.[cm]?[jt]s$/.test(program) ? JAVASCRIPT : null;
}
