import { describe, expect, it } from 'vitest';
import { readCalendar } from './calendar-text.ts';
import { decoded } from './document.ts';
import { readHeadlines } from './headline-text.ts';
import { safeLink } from './news-item.ts';
import { plainText } from './plain-text.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const event = (...lines: string[]): string => ['BEGIN:VEVENT', 'UID:1@x', ...lines, 'END:VEVENT'].join('\r\n');
const calendar = (...events: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y//EN', ...events, 'END:VCALENDAR', ''].join('\r\n');

describe('readCalendar', () => {
  it('reads times in UTC, in IANA zones and whole days, in time order, without markup', async () => {
    const text = calendar(
      event('DTSTART;TZID=America/New_York:20261125T083000', 'SUMMARY:USD GDP <b>q/q</b>\\, prelim\\; '),
      event('DTSTART:20261124T100000Z', 'SUMMARY:Ifo <script>alert(1)</script>index &amp; outlook'),
      event('DTSTART;VALUE=DATE:20261126', 'SUMMARY:Thanksgiv', ' ing'),
      event('DTSTART;TZID=Europe/Berlin:20261025T023000', 'SUMMARY:too old'),
      event('DTSTART:20270124T100000Z', 'SUMMARY:too far'),
      event('DTSTART:20261124T100000', 'SUMMARY:no zone'),
      event('DTSTART;TZID=Mars/Olympus:20261124T100000', 'SUMMARY:unknown zone'),
      event('DTSTART:20261124T100000Z', 'STATUS:CANCELLED', 'SUMMARY:cancelled'),
      event('DTSTART:20261124T100000Z', 'RRULE:FREQ=SECONDLY', 'SUMMARY:for ever'),
      event('DTSTART:20261324T100000Z', 'SUMMARY:no date'),
      event('DTSTART:20261124T100000Z', 'SUMMARY: '),
    );
    expect(await readCalendar(text, NOW)).toEqual([
      { time: Date.parse('2026-11-24T10:00:00Z'), isAllDay: false, title: 'Ifo index & outlook' },
      { time: Date.parse('2026-11-25T13:30:00Z'), isAllDay: false, title: 'USD GDP q/q , prelim;' },
      { time: Date.parse('2026-11-26T00:00:00Z'), isAllDay: true, title: 'Thanksgiving' },
    ]);
  });

  it.each(['', 'hello', '<html></html>', 'BEGIN:VCARD\r\nEND:VCARD\r\n', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n'])(
    'refuses %j as no calendar',
    (text) => {
      return expect(readCalendar(text, NOW)).rejects.toThrow('format');
    },
  );

  it('never evaluates zones and rules of a calendar, which can be endless', async () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Evil',
      'BEGIN:STANDARD',
      'DTSTART:16010101T000000',
      'RRULE:FREQ=SECONDLY',
      'TZOFFSETFROM:+0000',
      'TZOFFSETTO:+0100',
      'END:STANDARD',
      'END:VTIMEZONE',
    ].join('\r\n');
    const text = calendar(zone, event('DTSTART;TZID=Evil:20261124T100000', 'SUMMARY:x'));
    expect(await readCalendar(text, NOW)).toEqual([]);
  });
});

const rss = (items: string, prolog = '<?xml version="1.0"?>'): string =>
  `${prolog}<rss version="2.0"><channel><title>t</title>${items}</channel></rss>`;
const item = (title: string, rest = '<pubDate>Mon, 23 Nov 2026 11:00:00 GMT</pubDate>'): string =>
  `<item><title>${title}</title>${rest}</item>`;

describe('readHeadlines', () => {
  it('reads RSS and Atom, newest first, with https links and without markup', async () => {
    const date = '<pubDate>Mon, 23 Nov 2026 11:30:00 GMT</pubDate>';
    const found = await readHeadlines(
      rss(
        item('Gold &amp;amp; oil &lt;img src=x onerror=alert(1)&gt;rise') +
          item('<![CDATA[ECB <b>holds</b>]]>', `${date}<link>https://news.example/a?b=1&amp;c=2</link>`) +
          item('bad link', `<link>javascript:alert(1)</link><pubDate>Mon, 23 Nov 2026 10:00:00 GMT</pubDate>`) +
          item('no date', '') +
          item('old', '<pubDate>Mon, 02 Nov 2026 11:30:00 GMT</pubDate>') +
          item('from the future', '<pubDate>Mon, 30 Nov 2026 11:30:00 GMT</pubDate>'),
      ),
      NOW,
    );
    expect(found.map(({ title, link }) => [title, link])).toEqual([
      ['ECB holds', 'https://news.example/a?b=1&c=2'],
      ['Gold & oil rise', ''],
      ['bad link', ''],
    ]);
    const atom =
      '<feed xmlns="http://www.w3.org/2005/Atom"><title>t</title><entry><title type="html">A &lt;i&gt;b&lt;/i&gt;</title>' +
      '<link href="https://news.example/x"/><updated>2026-11-23T09:00:00Z</updated></entry></feed>';
    expect(await readHeadlines(atom, NOW)).toEqual([
      { time: Date.parse('2026-11-23T09:00:00Z'), title: 'A b', link: 'https://news.example/x' },
    ]);
  });

  it('expands no entities that a feed declares, and refuses other texts and deep nesting', async () => {
    const bomb = '<!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>';
    const [found] = await readHeadlines(rss(item('laugh &b; &x;'), bomb), NOW);
    expect(found?.title).toBe('laugh &b; &x;');
    for (const text of ['', 'hello', '<html><body>x</body></html>', rss('<a>'.repeat(50_000))])
      await expect(readHeadlines(text, NOW)).rejects.toThrow('format');
  });
});

describe('texts of a source', () => {
  it('lose control characters and marks that turn the direction, and keep to their length', () => {
    expect(plainText('a\u202eb\u0000c\n\td\u200f', 100)).toBe('a b c d');
    expect(plainText('x'.repeat(10_000), 20)).toBe(`${'x'.repeat(19)}…`);
    expect(plainText('<style>p{}</style>Hi<!-- no -->&nbsp;there', 50)).toBe('Hi there');
  });

  it('are decoded as they say, and refused if they lie', () => {
    expect(decoded(Buffer.from([0xe9]), 'text/xml; charset=ISO-8859-1')).toBe('é');
    expect(decoded(Buffer.from('<?xml version="1.0" encoding="windows-1251"?>\u00e0', 'latin1'), '')).toMatch(/а$/);
    expect(decoded(Buffer.from('\ufeff<x>é', 'utf16le'), 'text/xml')).toBe('<x>é');
    expect(() => decoded(Buffer.from([0xe9, 0x20]), 'text/xml')).toThrow('encoding');
    expect(() => decoded(Buffer.from('a'), 'text/xml; charset=klingon')).toThrow('encoding');
  });

  it('have links by https only', () => {
    expect(safeLink(' https://a.example/x ')).toBe('https://a.example/x');
    for (const bad of ['http://a.example', 'https://u:p@a.example', 'data:text/html,x', `https://a/${'x'.repeat(500)}`])
      expect(safeLink(bad)).toBe('');
  });
});
