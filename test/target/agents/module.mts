type Question = {
  readonly input: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
};

export default async function answer({ input, messages }: Question): Promise<unknown> {
  console.log('prints go to stderr');
  switch (input) {
    case 'error':
      throw new TypeError('no such user');
    case 'nothing':
      return undefined;
    case 'whole answer':
      return { output: 'x', toolCalls: [{ name: 'search' }], usage: { calls: 2 } };
    default: {
      const last = messages.findLast(({ role }) => role === 'assistant');
      return `answer to ${input}${last === undefined ? '' : ` after ${last.content}`}`;
    }
  }
}
