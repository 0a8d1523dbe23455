import { Parser } from 'htmlparser2';

/** Elements whose content is not text for readers. */
const SILENT = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg']);
/** Control characters, and marks that could turn the direction of the page's own text. */
const UNSAFE = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu;

/** The words of a text that may hold markup, on one line of at most `most` characters. The page shows it as text only. */
export function plainText(source: string, most: number): string {
  const parts: string[] = [];
  let silent = 0;
  const parser = new Parser(
    {
      onopentagname: (name) => {
        if (SILENT.has(name)) silent += 1;
        parts.push(' ');
      },
      onclosetag: (name) => {
        if (SILENT.has(name)) silent -= 1;
        parts.push(' ');
      },
      ontext: (text) => {
        if (silent === 0) parts.push(text);
      },
    },
    { decodeEntities: true },
  );
  // Longer texts hold more markup than words.
  parser.end(source.slice(0, most * 20));
  const words = parts.join('').replace(UNSAFE, ' ').replace(/\s+/gu, ' ').trim();
  const characters = Array.from(words);
  return characters.length <= most
    ? words
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}
