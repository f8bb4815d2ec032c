import type { Nodes, Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** The syntax tree that a GFM parser reads. */
export function parseGfm(markdown: string): Root {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

export function nodesOf(root: Nodes): Nodes[] {
  const children: readonly RootContent[] = 'children' in root ? (root.children as RootContent[]) : [];
  return [root, ...children.flatMap(nodesOf)];
}

/** Every type of node that a tree has. */
export function typesOf(root: Nodes): Set<string> {
  return new Set(nodesOf(root).map((node) => node.type));
}

/** What a reader sees: text and code, in order. */
export function textOf(root: Nodes): string {
  return nodesOf(root)
    .map((node) =>
      node.type === 'text' || node.type === 'inlineCode' || node.type === 'code' ? node.value : '',
    )
    .join('');
}

/** Raw HTML of a tree. */
export function htmlOf(root: Nodes): string[] {
  return nodesOf(root).flatMap((node) => (node.type === 'html' ? [node.value] : []));
}

/** Contents of code, in a line and in blocks. */
export function codesOf(root: Nodes): string[] {
  return nodesOf(root).flatMap((node) =>
    node.type === 'inlineCode' || node.type === 'code' ? [node.value] : [],
  );
}

/** What links of a tree say. */
export function linksOf(root: Nodes): string[] {
  return nodesOf(root).flatMap((node) => (node.type === 'link' ? [textOf(node)] : []));
}

/** Values of the text nodes: what GitHub looks through for mentions, references and addresses. */
export function plainTextsOf(root: Nodes): string[] {
  return nodesOf(root).flatMap((node) => (node.type === 'text' ? [node.value] : []));
}
