/** A part of a paragraph. A link leads to a heading of the manual or to another site; other targets are left out. */
export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly parts: readonly Inline[] }
  | { readonly kind: 'link'; readonly target: string; readonly parts: readonly Inline[] };

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly id: string; readonly text: string }
  | { readonly kind: 'paragraph'; readonly parts: readonly Inline[] }
  | { readonly kind: 'list'; readonly start: number | undefined; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Inline[])[])[] };

const INLINE = /`([^`]+)`|\*\*(.+?)\*\*|\*(.+?)\*|\[([^\]]+)\]\(([^)]+)\)/g;
const ITEM = /^(?:-|(\d+)\.)\s+(.*)$/;

/** Parses the Markdown of our own documentation: headings, paragraphs, lists, tables, code. */
export function parseManual(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = markdown.split('\n').map((line) => line.trim());
  for (let at = 0; at < lines.length;) {
    const rest = lines.slice(at);
    const taken = fence(rest) ?? heading(rest) ?? table(rest) ?? list(rest) ?? paragraph(rest);
    if (taken.block !== undefined) blocks.push(taken.block);
    at += taken.lines;
  }
  return blocks;
}

interface Taken {
  readonly block: Block | undefined;
  readonly lines: number;
}

function fence(lines: readonly string[]): Taken | undefined {
  if (lines[0]?.startsWith('```') !== true) return undefined;
  const end = lines.indexOf('```', 1);
  const last = end === -1 ? lines.length : end;
  return { block: { kind: 'code', text: lines.slice(1, last).join('\n') }, lines: last + 1 };
}

function heading([line = '']: readonly string[]): Taken | undefined {
  const [, marks, text] = /^(#{1,6})\s+(.+)$/.exec(line) ?? [];
  if (marks === undefined || text === undefined) return undefined;
  return { block: { kind: 'heading', level: marks.length, id: anchorOf(text), text }, lines: 1 };
}

function table(lines: readonly string[]): Taken | undefined {
  const rows = takeWhile(lines, (line) => line.startsWith('|'));
  if (rows.length === 0) return undefined;
  const cells = rows
    .filter((line) => !/^[|\s:-]+$/.test(line))
    .map((line) => line.slice(1, -1).split('|'))
    .map((row) => row.map((cell) => parseInline(cell.trim())));
  return { block: { kind: 'table', rows: cells }, lines: rows.length };
}

function list(lines: readonly string[]): Taken | undefined {
  const items = takeWhile(lines, (line) => ITEM.test(line)).map((line) => ITEM.exec(line));
  if (items.length === 0) return undefined;
  const first = items[0]?.[1];
  return {
    block: {
      kind: 'list',
      start: first === undefined ? undefined : Number(first),
      items: items.map((item) => parseInline(item?.[2] ?? '')),
    },
    lines: items.length,
  };
}

function paragraph([line = '']: readonly string[]): Taken {
  return { block: line === '' ? undefined : { kind: 'paragraph', parts: parseInline(line) }, lines: 1 };
}

function parseInline(text: string): readonly Inline[] {
  const parts: Inline[] = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, strong, emphasis, label, target] = match;
    if (match.index > at) parts.push({ kind: 'text', text: text.slice(at, match.index) });
    at = match.index + whole.length;
    if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (strong !== undefined) parts.push({ kind: 'strong', parts: parseInline(strong) });
    else if (emphasis !== undefined) parts.push({ kind: 'emphasis', parts: parseInline(emphasis) });
    else if (label !== undefined && target !== undefined && /^(?:#|https:\/\/)/.test(target))
      parts.push({ kind: 'link', target, parts: parseInline(label) });
    else if (label !== undefined) parts.push(...parseInline(label));
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) });
  return parts;
}

/** The anchor of a heading, by GitHub's rule. */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

function takeWhile(lines: readonly string[], test: (line: string) => boolean): readonly string[] {
  const end = lines.findIndex((line) => !test(line));
  return end === -1 ? lines : lines.slice(0, end);
}
