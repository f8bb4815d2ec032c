import { describe, expect, it } from 'vitest';
import { cutPrompt, MAX_BLOCKS, makePlacebo, removeBlock } from '../../src/coverage/prompt-blocks.js';

const PROMPT = `You are the support agent of Lumen. You answer in English.

# Orders

- Give the order's number.
- Name the day of delivery.

# Tone
## In short
Be friendly.
`;

const cut = (text: string, path = 'prompts/support.md') => cutPrompt({ path, text, isPrompt: true });

describe('cutPrompt', () => {
  it('cuts paragraphs and list items; headings go with what follows', () => {
    expect(cut(PROMPT).map(({ text }) => text)).toEqual([
      'You are the support agent of Lumen. You answer in English.',
      "# Orders\n\n- Give the order's number.",
      '- Name the day of delivery.',
      '# Tone\n## In short\nBe friendly.',
    ]);
  });

  it('leaves out nothing without which the file is no prompt, or has other settings', () => {
    const yaml = `model: gpt-6
modelParameters:
  temperature: 0
messages:
  - role: system
    content: |
      You are the support agent.

      Be short.
  - role: user
    content: "{{input}}"
`;
    expect(cut(yaml, 'support.prompt.yml').map(({ text }) => text.trim())).toEqual([
      'You are the support agent.',
      'Be short.',
    ]);
    expect(cut('Only this.\n')).toEqual([]);
  });

  it(`joins the shortest neighbours of more than ${MAX_BLOCKS}`, () => {
    const text = Array.from({ length: MAX_BLOCKS + 1 }, (_each, at) => `Rule ${at}.`).join('\n\n');
    const blocks = cut(text);
    expect(blocks).toHaveLength(MAX_BLOCKS);
    expect(blocks[0]?.text).toBe('Rule 0.\n\nRule 1.');
    expect(cut(text.replace('\n\nRule 60.', ''))).toHaveLength(MAX_BLOCKS);
  });

  it('any text of a program stays usable', () => {
    const file = { path: 'agent.py', text: 'import os\n\nRULES = "Be short."\n', isPrompt: false };
    expect(cutPrompt(file)).toHaveLength(2);
  });
});

describe('removeBlock', () => {
  it('leaves one blank line between the neighbours', () => {
    const [, second, , last] = cut(PROMPT);
    expect(second && removeBlock(PROMPT, second)).toBe(
      'You are the support agent of Lumen. You answer in English.\n\n- Name the day of delivery.\n\n# Tone\n## In short\nBe friendly.\n',
    );
    expect(last && removeBlock(PROMPT, last).endsWith('- Name the day of delivery.\n')).toBe(true);
  });
});

describe('makePlacebo', () => {
  const placebo = (text: string) => makePlacebo({ path: 'p.md', text, isPrompt: true });

  it('swaps two sentences of a paragraph', () => {
    expect(placebo(PROMPT)).toEqual({
      text: PROMPT.replace(
        'You are the support agent of Lumen. You answer in English.',
        'You answer in English. You are the support agent of Lumen.',
      ),
      edit: 'sentences-swapped',
      line: 0,
    });
    expect(placebo('- Be short. Name prices.\n\nMore.')?.text).toBe('- Name prices. Be short.\n\nMore.');
  });

  it('moves no sentence that leans on the one before, and renames a heading instead', () => {
    expect(placebo('# Tone\n\nBe short. This matters most.')).toEqual({
      text: '# Notes: Tone\n\nBe short. This matters most.',
      edit: 'heading-renamed',
      line: 0,
    });
    expect(placebo('Be short. This matters most.')).toBeNull();
  });
});
