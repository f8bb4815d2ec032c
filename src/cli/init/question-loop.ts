import { posix } from 'node:path';

/** Ends a program with `answer(question)`, so that it answers the check's questions and one on its command line. */
const PYTHON = `if __name__ == "__main__":
    import json, sys
    if len(sys.argv) > 1:
        print(answer(sys.argv[1]))
    else:
        for line in sys.stdin:
            case = json.loads(line)
            try:
                reply = {"id": case["id"], "output": answer(case["input"])}
            except Exception as error:
                reply = {"id": case["id"], "error": f"{type(error).__name__}: {error}"}
            print(json.dumps(reply), flush=True)
`;

/** The same with one event loop for all questions, since a client of a model cannot be used in two. */
const ASYNC_PYTHON = `if __name__ == "__main__":
    import asyncio, json, sys

    async def answer_questions():
        if len(sys.argv) > 1:
            return print(await answer(sys.argv[1]))
        for line in sys.stdin:
            case = json.loads(line)
            try:
                reply = {"id": case["id"], "output": await answer(case["input"])}
            except Exception as error:
                reply = {"id": case["id"], "error": f"{type(error).__name__}: {error}"}
            print(json.dumps(reply), flush=True)

    asyncio.run(answer_questions())
`;

/** For CommonJS, modules and TypeScript alike. A program that imports the file is left alone. */
const renderJavaScript = (file: string) => `async function answerQuestions() {
  const [, , question] = process.argv;
  if (question !== undefined) return console.log(await answer(question));
  const { createInterface } = await import('node:readline');
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, input } = JSON.parse(line);
    try {
      console.log(JSON.stringify({ id, output: await answer(input) }));
    } catch (error) {
      console.log(JSON.stringify({ id, error: String(error) }));
    }
  }
}
if (process.argv[1]?.endsWith('${file}')) answerQuestions();
`;

/**
 * Lines of code in the program's language; `null` for one that we have none in.
 *
 * @param options.isAsync True if a program in Python has coroutines. In JavaScript, the lines serve both.
 */
export function renderQuestionLoop(program: string, { isAsync = false } = {}): string | null {
  if (program.endsWith('.py')) return isAsync ? ASYNC_PYTHON : PYTHON;
  return /\.[cm]?[jt]s$/.test(program) ? renderJavaScript(posix.basename(program)) : null;
}
