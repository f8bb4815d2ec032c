/** What the bench's server answers: an agent whose answers all differ, and a judge that is always content. */

type Body = {
  readonly messages: readonly { readonly content: string }[];
  readonly response_format?: {
    readonly json_schema?: { readonly schema: { readonly required: readonly string[] } };
  };
};

export default function reply(body: Body): string {
  const asked = body.messages.at(-1)?.content ?? '';
  const keys = body.response_format?.json_schema?.schema.required;
  if (keys === undefined) return answerTo(asked);
  const data = JSON.parse(asked.slice(asked.indexOf('{'), asked.lastIndexOf('}') + 1));
  const verdicts = keys.map((key) => {
    const known = String(data.answer).includes(data.statements[key]);
    return [
      key,
      {
        reason: known ? 'It answers the question.' : 'Nobody asked.',
        verdict: known ? 'yes' : 'no',
        off: '',
      },
    ];
  });
  return JSON.stringify(Object.fromEntries(verdicts));
}

function answerTo(question: string): string {
  const number = /\d+/.exec(question)?.[0] ?? '0';
  return `Order number ${number} was sent on day ${number}. It reaches you two days later. The invoice ${number} is enclosed.`;
}
