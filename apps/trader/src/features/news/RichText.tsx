import './rich-text.css';
import DOMPurify from 'dompurify';
import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';

/** The same list as the server's (features/content/sanitise.ts): what a text may consist of, and nothing that runs or loads. */
const RULES = {
  ALLOWED_TAGS: [
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
  ALLOWED_ATTR: ['href', 'rel', 'target', 'src', 'alt', 'colspan', 'rowspan', 'dir'],
  ALLOWED_URI_REGEXP: /^(?:https:\/\/|mailto:|\/media\/[A-Za-z0-9_-]{43}\.jpg$)/i,
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} as const;
const OWN_PICTURE = /^\/media\/[A-Za-z0-9_-]{43}\.jpg$/;

const purifier = DOMPurify(window);
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'A' && node.hasAttribute('href')) {
    node.setAttribute('target', '_blank');
    node.setAttribute('rel', 'noopener noreferrer nofollow');
  }
  // Pictures of other hosts would tell those hosts who reads.
  if (node.tagName === 'IMG' && !OWN_PICTURE.test(node.getAttribute('src') ?? '')) node.remove();
});

/** HTML that staff wrote, in a language of that direction. The server sanitised it when it was written; it is sanitised again here before it is shown. */
export function RichText({
  html,
  language,
  direction,
}: {
  readonly html: string;
  readonly language: string;
  readonly direction: 'ltr' | 'rtl' | undefined;
}): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    place.current?.replaceChildren(
      purifier.sanitize(html, {
        ...RULES,
        ALLOWED_TAGS: [...RULES.ALLOWED_TAGS],
        ALLOWED_ATTR: [...RULES.ALLOWED_ATTR],
      }),
    );
  }, [html]);
  return <div ref={place} className="rich-text" lang={language} dir={direction ?? 'auto'} />;
}
