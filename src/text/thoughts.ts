/** Tags around thoughts, and the markers of models with other ones: open and close. */
const TAG = '(?:\\w+:)?(?:think(?:ing)?|thoughts?|reasoning|scratchpad)';
const BLOCKS: readonly RegExp[] = [
  new RegExp(`^\\s*<(${TAG})(?:\\s[^<>]*)?>[\\s\\S]*?</\\1\\s*>`, 'i'),
  /^\s*\[THINK\][\s\S]*?\[\/THINK\]/i,
  /^\s*◁think▷[\s\S]*?◁\/think▷/,
  /^\s*<\|begin_of_thought\|>[\s\S]*?<\|end_of_thought\|>/,
  /^\s*<\|START_THINKING\|>[\s\S]*?<\|END_THINKING\|>/,
  /^\s*<\|channel>[\s\S]*?<channel\|>/,
  // Channels whose markers the server removed.
  /^\s*(?:analysis|commentary)[\s\S]*?assistant\s?final(?=\s*\S)/,
];

/** Chat templates that open the thoughts themselves leave only the closing tag in the answer. */
const CLOSING = new RegExp(`</${TAG}\\s*>|\\[/THINK\\]|◁/think▷`, 'i');
/** Thoughts that were cut off, or never closed. */
const NEVER_CLOSED = new RegExp(`^\\s*(?:<${TAG}>|\\[THINK\\]|◁think▷)[^\\S\\n]*\\n`, 'i');

/** The last message of this channel is the answer. */
const FINAL_CHANNEL = /^[\s\S]*<\|channel\|>final\b[^<]*(?:<\|constrain\|>[^<]*)?<\|message\|>/;
const END_OF_MESSAGE = /<\|(?:end|return|call|start)\|>[\s\S]*$/;

/** A text without the thoughts before it; unchanged if it has none. */
export function withoutThoughts(text: string): string {
  if (FINAL_CHANNEL.test(text)) return text.replace(FINAL_CHANNEL, '').replace(END_OF_MESSAGE, '').trim();
  const block = BLOCKS.find((each) => each.test(text));
  if (block !== undefined) return withoutThoughts(text.replace(block, '').trimStart());
  if (NEVER_CLOSED.test(text)) return '';
  return afterClosingTag(text);
}

/** What follows a closing tag without an opening one, unless the text is about such tags. */
function afterClosingTag(text: string): string {
  const [tag] = CLOSING.exec(text) ?? [];
  if (tag === undefined || /^\s*[{[`]/.test(text)) return text;
  const [before = ''] = text.split(tag, 1);
  const rest = text.slice(before.length + tag.length).trimStart();
  const isInCode = (before.match(/`/g) ?? []).length % 2 === 1;
  const isOpened = new RegExp(`<${TAG}`, 'i').test(before);
  return rest === '' || isInCode || isOpened || /["'“‘„«]$/.test(before) ? text : rest;
}
