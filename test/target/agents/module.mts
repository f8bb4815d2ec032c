type Question = { readonly input: string };

export default async function answer({ input }: Question): Promise<unknown> {
  console.log('prints go to stderr');
  switch (input) {
    case 'error':
      throw new TypeError('no such user');
    case 'nothing':
      return undefined;
    case 'whole answer':
      return { output: 'x', toolCalls: [{ name: 'search' }], usage: { calls: 2 } };
    default:
      return `answer to ${input}`;
  }
}
