import { MEDIA_PATH, NEWS_TAGS } from '@fairlot/contract';
import sanitizeHtml from 'sanitize-html';

/**
 * The HTML allowed in news texts. No style, class, id or event attributes: the page styles the texts, and none can
 * imitate a part of it. The page sanitises texts again with the same list before it shows them.
 */
const RULES: sanitizeHtml.IOptions = {
  allowedTags: [...NEWS_TAGS],
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
  // Links may only lead to other sites and not to our own calls.
  transformTags: {
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: /^(https:\/\/|mailto:)/i.test(href)
        ? { href, rel: 'noopener noreferrer nofollow', target: '_blank' }
        : {},
    }),
  },
  // Pictures on other hosts would reveal readers to those hosts.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !MEDIA_PATH.test(attribs['src'] ?? ''),
};

/** Removing a part can change how the rest is parsed. A second pass usually changes nothing, rarely a third. */
const READINGS = 10;

/**
 * Removes everything from an HTML text that could run, load, or imitate a part of the page. Repeats until a pass
 * changes nothing; returns an empty text if that never happens.
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
