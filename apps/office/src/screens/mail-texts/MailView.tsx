import DOMPurify from 'dompurify';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

/** A mail's HTML as its reader sees it, in a shadow tree, so that the office's styles and the mail's stay apart. */
export function MailView({ html, label }: { readonly html: string; readonly label: string }): ReactNode {
  const host = useRef<HTMLElement>(null);
  useEffect(() => {
    if (host.current === null) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    root.replaceChildren(mailBody(html));
  }, [html]);
  return (
    <section
      ref={host}
      aria-label={label}
      data-testid="mail"
      className="overflow-hidden rounded-control border border-line"
    />
  );
}

/**
 * The body of a mail. The page's policy refuses style attributes, so they are set one by one. Links lead nowhere, because
 * they are examples.
 */
function mailBody(html: string): HTMLElement {
  // Quotation marks in texts are escaped, so this is an attribute's name.
  const document = new DOMParser().parseFromString(html.replaceAll(' style="', ' data-style="'), 'text/html');
  const body = window.document.createElement('div');
  body.lang = document.documentElement.lang;
  body.dir = document.documentElement.dir;
  body.append(
    DOMPurify.sanitize(document.body.innerHTML, {
      RETURN_DOM_FRAGMENT: true,
      ALLOWED_TAGS: ['div', 'p', 'br', 'bdi', 'a'],
      ALLOWED_ATTR: ['dir'],
      ALLOW_DATA_ATTR: true,
    }),
  );
  body.style.cssText = document.body.dataset['style'] ?? '';
  for (const element of body.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset['style'] ?? '';
  return body;
}
