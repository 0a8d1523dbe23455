import { LANGUAGES } from '@fairlot/i18n';
import { expect, it } from 'vitest';
import { layOutMail } from './mail-layout.ts';

const LOOK = { site: 'Harbour & Sons <x>', colour: '#0b6e4f', origin: 'https://trade.example.com' };
const of = (text: string, colour = LOOK.colour) =>
  layOutMail({ subject: 'A <b>subject</b>', text, language: 'en' }, { ...LOOK, colour });

it('has the language, the direction, the site’s name and colour, and loads nothing', () => {
  for (const { code, tag, direction } of LANGUAGES) {
    const { html } = layOutMail({ subject: 'S', text: 'One\nline\n\nTwo', language: code }, LOOK);
    expect(html).toContain(`<html lang="${tag}" dir="${direction}">`);
    expect(html).toContain('Harbour &amp; Sons &lt;x&gt;');
    expect(html).toContain('background:#0b6e4f;color:#ffffff');
    expect(html.match(/<p /g)).toHaveLength(2);
    expect(html).toContain('One<br>line');
    expect(html).not.toMatch(/<(img|link|script|style|iframe|object|form)|src=|url\(|@import/);
  }
});

it('escapes every value', () => {
  const { html, text } = of('<img src="https://evil.example/p.png" onerror=\'x\'> & {{name}}');
  expect(html).toContain('&lt;img src=&quot;https://evil.example/p.png&quot; onerror=&#39;x&#39;&gt; &amp; {{name}}');
  expect(html).toContain('<title>A &lt;b&gt;subject&lt;/b&gt;</title>');
  expect(text).toContain('<img src=');
});

it('makes links of the site’s own addresses alone', () => {
  const own = 'https://trade.example.com/#/freeze?token=a_b-1&lang=en';
  const hrefs = (text: string) => [...of(text).html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  const foot = 'https://trade.example.com';
  expect(hrefs(`Open ${own}.`)).toEqual([own.replace('&', '&amp;'), foot]);
  expect(hrefs(`(\u2066${own}\u2069)`)).toEqual([own.replace('&', '&amp;'), foot]);
  for (const other of [
    'https://trade.example.com.evil.example/',
    'https://user@trade.example.com/',
    'http://trade.example.com/',
    'https://trade.example.com:444/',
    'javascript:alert(1)',
    'https://',
  ])
    expect(hrefs(`Open ${other} now`)).toEqual([foot]);
  expect(of(`Open ${own}.`).text).toBe(`Open ${own}.\n\n-- \n${LOOK.site}\n${LOOK.origin}\n`);
});

it('writes in an ink that can be read on every colour', () => {
  expect(of('x', '#ffe14d').html).toContain('background:#ffe14d;color:#1c1b22');
  expect(of('https://trade.example.com/x', '#ffe14d').html).toContain('style="color:#1c1b22;text-decoration');
  // A value that is no colour ends no attribute.
  expect(of('x', 'red"><script>').html).toContain('background:#4030b4;color:#ffffff');
});
