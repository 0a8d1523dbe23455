import sanitizeHtml from 'sanitize-html';

/**
 * What a news text may consist of. No style, class, id or event attribute: the page gives texts their looks, and none can
 * dress up as a part of it. The page sanitises again by the same list before it shows a text.
 */
const RULES: sanitizeHtml.IOptions = {
  allowedTags: [
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
  ],
  allowedAttributes: {
    a: ['href', 'rel', 'target'],
    img: ['src', 'alt'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    '*': ['dir'],
  },
  allowedSchemes: ['https', 'mailto'],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 40,
  // Links lead out, and to no call of our own.
  transformTags: {
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: /^(https:\/\/|mailto:)/i.test(href)
        ? { href, rel: 'noopener noreferrer nofollow', target: '_blank' }
        : {},
    }),
  },
  // Pictures of other hosts would tell those hosts who reads.
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'img' && !/^\/media\/[A-Za-z0-9_-]{43}\.jpg$/.test(attribs['src'] ?? ''),
};

/** What is removed can leave its surroundings to be read in another way: one more reading finds nothing new, seldom two. */
const READINGS = 10;

/**
 * What is left of an HTML text when everything is gone that could run, load, or pass for a part of the page. It is read
 * until a reading changes nothing; nothing is left of a text that never comes to rest.
 */
export function sanitise(html: string): string {
  let text = html;
  for (let reading = 0; reading < READINGS; reading += 1) {
    const left = sanitizeHtml(text, RULES).trim();
    if (left === text) return left;
    text = left;
  }
  return '';
}
