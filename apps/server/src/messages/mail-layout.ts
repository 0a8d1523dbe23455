import { BRAND_COLOUR } from '@fairlot/contract';
import { type LanguageCode, languageOf } from '@fairlot/i18n';

/** The house's look in mails. */
export interface MailLook {
  /** The site's name. */
  readonly site: string;
  /** Colour of the head and of links, as #rrggbb. */
  readonly colour: string;
  /** Origin of the pages, as users reach them. Only its addresses become links. */
  readonly origin: string;
}

/** The text of a mail before its layout. */
export interface MailWords {
  readonly subject: string;
  /** Plain text; an empty line separates paragraphs. */
  readonly text: string;
  readonly language: LanguageCode;
}

/** Both forms of a mail, for multipart/alternative. */
export interface LaidOutMail {
  readonly text: string;
  readonly html: string;
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif";
const COLOUR = /^#[\da-f]{6}$/i;
const URLS = /https?:\/\/[^\s<>"'\u2066-\u2069]+/g;
const END_OF_SENTENCE = /[.,;:!?)\]]+$/;

/**
 * Puts a text into the house's layout: a head with the site's name, the text, and a foot with the address of the pages.
 * The HTML loads nothing, and every value in it is escaped.
 */
export function layOutMail(words: MailWords, look: MailLook): LaidOutMail {
  return {
    // The line of two hyphens and a space starts a signature (RFC 3676, section 4.3).
    text: `${words.text}\n\n-- \n${look.site}\n${look.origin}\n`,
    html: htmlOf(words, { ...look, colour: COLOUR.test(look.colour) ? look.colour : BRAND_COLOUR }),
  };
}

function htmlOf({ subject, text, language }: MailWords, { site, colour, origin }: MailLook): string {
  const { tag, direction } = languageOf(language);
  const readable = onWhite(colour) >= 4.5 ? colour : '#1c1b22';
  const paragraphs = text
    .split(/\n{2,}/)
    .map((part) => `<p style="margin:0 0 16px">${linked(part, origin, readable).replaceAll('\n', '<br>')}</p>`);
  return (
    `<!doctype html><html lang="${tag}" dir="${direction}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light">' +
    `<title>${escaped(subject)}</title></head>` +
    `<body style="margin:0;padding:24px 12px;background:#f4f4f8;color:#1c1b22;font-size:16px;line-height:1.5;${FONT}">` +
    `<div dir="${direction}" style="max-width:600px;margin:0 auto;background:#ffffff;border-radius:12px;overflow:hidden">` +
    `<div style="padding:16px 24px;background:${colour};color:${inkOn(colour)};font-size:20px;font-weight:600"><bdi>${escaped(site)}</bdi></div>` +
    `<div style="padding:24px 24px 8px;text-align:start;overflow-wrap:anywhere">${paragraphs.join('')}</div>` +
    `<div style="padding:16px 24px;border-top:1px solid #e3e2ea;color:#5c5a6b;font-size:14px;text-align:start;overflow-wrap:anywhere">` +
    `<bdi>${escaped(site)}</bdi><br>${anchor(origin, readable)}</div></div></body></html>`
  );
}

/** Escapes a text and makes the addresses of the site's own pages links. Other addresses stay text. */
function linked(text: string, origin: string, colour: string): string {
  let html = '';
  let end = 0;
  for (const { 0: found, index } of text.matchAll(URLS)) {
    const url = found.replace(END_OF_SENTENCE, '');
    if (!isOwn(url, origin)) continue;
    html += escaped(text.slice(end, index)) + anchor(url, colour);
    end = index + url.length;
  }
  return html + escaped(text.slice(end));
}

/** True for an address of the site's own pages. */
export function isOwn(url: string, origin: string): boolean {
  return URL.canParse(url) && new URL(url).origin === origin && new URL(url).username === '';
}

function anchor(url: string, colour: string): string {
  return `<a href="${escaped(url)}" dir="ltr" style="color:${colour};text-decoration:underline">${escaped(url)}</a>`;
}

/** Black or white, whichever is easier to read on a colour. */
function inkOn(colour: string): string {
  return onWhite(colour) >= 4.5 ? '#ffffff' : '#1c1b22';
}

/** Contrast of a colour with white, as WCAG 2 defines it. */
function onWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const part = Number.parseInt(colour.slice(from, from + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
