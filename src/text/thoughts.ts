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
/** Thoughts that were cut off, or never closed. A sentence about the tag goes on with a small letter: `<think> is …`. */
const NEVER_CLOSED = new RegExp(`^\\s*(?:<(?i:${TAG})>|\\[THINK\\]|◁think▷)(?![^\\S\\n]+\\p{Ll})`, 'u');

/** The last message of this channel is the answer. */
const FINAL_CHANNEL = /<\|channel\|>final\b[^<]*(?:<\|constrain\|>[^<]*)?<\|message\|>/g;
const END_OF_MESSAGE = /<\|(?:end|return|call|start)\|>[\s\S]*$/;

/** A text without the thoughts before it; unchanged if it has none. */
export function removeThoughts(text: string): string {
  let final = 0;
  for (const { index, 0: found } of text.matchAll(FINAL_CHANNEL)) final = index + found.length;
  if (final > 0) return text.slice(final).replace(END_OF_MESSAGE, '').trim();
  let rest = text;
  for (let length = measureBlock(rest); length > 0; length = measureBlock(rest)) {
    rest = rest.slice(length).trimStart();
  }
  return NEVER_CLOSED.test(rest) ? '' : removeUntilClosingTag(rest);
}

/** Characters of the block that a text begins with; 0 if there is none. */
function measureBlock(text: string): number {
  for (const block of BLOCKS) {
    const [found] = block.exec(text) ?? [];
    if (found !== undefined) return found.length;
  }
  return 0;
}

/** The text after a closing tag without an opening one, unless the text is about such tags. */
function removeUntilClosingTag(text: string): string {
  const [tag] = CLOSING.exec(text) ?? [];
  if (tag === undefined || /^\s*[{[`]/.test(text)) return text;
  const [before = ''] = text.split(tag, 1);
  const rest = text.slice(before.length + tag.length).trimStart();
  const isInCode = (before.match(/`/g) ?? []).length % 2 === 1;
  const isOpened = new RegExp(`<${TAG}`, 'i').test(before);
  return rest === '' || isInCode || isOpened || /["'“‘„«]$/.test(before) ? text : rest;
}
