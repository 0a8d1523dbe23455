/** Tags allowed in news texts: formatting only. The server sanitises with them on saving, the page before it shows a text. */
export const NEWS_TAGS = [
  'p',
  'br',
  'h2',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'blockquote',
  'hr',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'sub',
  'sup',
  'code',
  'pre',
  'a',
  'img',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
] as const;

/** Path of a public picture. Its name is a hash of its content. */
export const MEDIA_PATH = /^\/media\/[A-Za-z0-9_-]{43}\.jpg$/;
