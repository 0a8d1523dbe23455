import './rich-text.css';
import { MEDIA_PATH, NEWS_TAGS } from '@fairlot/contract';
import createPurifier from 'dompurify';
import type { DOMPurify } from 'dompurify';
import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { api } from '../../shared/services/services.ts';

/** Beside NEWS_TAGS, as the server's rules (features/content/sanitise.ts): nothing that runs or loads. */
const RULES = {
  ALLOWED_ATTR: ['href', 'rel', 'target', 'src', 'alt', 'colspan', 'rowspan', 'dir'],
  ALLOWED_URI_REGEXP: /^(?:https:\/\/|mailto:|\/media\/[A-Za-z0-9_-]{43}\.jpg$)/i,
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} as const;

let purifier: DOMPurify | undefined;

/** Sanitises HTML; the sanitiser is created with the first text. Links open in a new tab without a referrer. */
function purify(html: string): DocumentFragment {
  if (purifier === undefined) {
    purifier = createPurifier(window);
    purifier.addHook('afterSanitizeAttributes', (node) => {
      if (node.tagName === 'A' && node.hasAttribute('href')) {
        node.setAttribute('target', '_blank');
        node.setAttribute('rel', 'noopener noreferrer nofollow');
      }
      // Images of other hosts would reveal the reader's address to them.
      if (node.tagName !== 'IMG') return;
      const source = node.getAttribute('src') ?? '';
      if (MEDIA_PATH.test(source)) node.setAttribute('src', api.pictureUrl(source));
      else node.remove();
    });
  }
  return purifier.sanitize(html, {
    ...RULES,
    ALLOWED_TAGS: [...NEWS_TAGS],
    ALLOWED_ATTR: [...RULES.ALLOWED_ATTR],
  });
}

/**
 * HTML written by staff, in a language of the given direction. The server sanitised it when it was saved; it is
 * sanitised again before display.
 */
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
    place.current?.replaceChildren(purify(html));
  }, [html]);
  return <div ref={place} className="rich-text" lang={language} dir={direction ?? 'auto'} />;
}
