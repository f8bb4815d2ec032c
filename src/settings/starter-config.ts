/** The config file to begin with, for messages; README's quick start has it too. */
export const STARTER_CONFIG = `judge:
  model: gpt-6.1-terra
suites:
  - name: support
    task: Answers customers' questions about orders.
    dataset: evals/support.jsonl
    target:
      prompt: prompts/support.md
      model: gpt-6-luna`;
