import { Parser } from 'htmlparser2';
import { NewsFailure } from './failure.ts';
import { type Headline, TITLE_LENGTH, isHeadlineTime, safeLink } from './news-item.ts';
import { plainText } from './plain-text.ts';
import { turns } from './turns.ts';

/** Most headlines that are looked at. */
const MOST_HEADLINES = 500;
/** Nesting of elements beyond which a text is refused. */
const MOST_DEPTH = 50;
/** Most characters of a field; the rest of it is dropped. */
const MOST_FIELD = 4_000;
/** Characters that are parsed at once. */
const CHUNK = 16_384;

const ROOTS = new Set(['rss', 'feed', 'rdf:RDF']);
const ITEMS = new Set(['item', 'entry']);
/** Elements with the time of publication, the best first. */
const TIMES = ['pubDate', 'published', 'dc:date', 'updated'] as const;
const FIELDS: ReadonlySet<string> = new Set(['title', 'link', ...TIMES]);

type Item = Map<string, string>;

/**
 * Reads the headlines of an RSS, RDF or Atom feed around `now`, newest first. The parser knows no document types, so
 * entities that a feed declares stay as they are written and expand to nothing. Throws a NewsFailure for other texts.
 */
export async function readHeadlines(text: string, now: number): Promise<readonly Headline[]> {
  const reader = new FeedReader();
  const turn = turns();
  for (let at = 0; at < text.length && !reader.isFull; at += CHUNK) {
    reader.write(text.slice(at, at + CHUNK));
    // Parsed in pieces, so that a large feed does not keep trading waiting.
    await turn();
  }
  if (!reader.isFeed) throw new NewsFailure('format');
  return reader.items.flatMap((item) => headlineOf(item, now) ?? []).sort((a, b) => b.time - a.time);
}

function headlineOf(item: Item, now: number): Headline | undefined {
  const time = Date.parse(TIMES.map((name) => item.get(name)?.trim() ?? '').find((found) => found !== '') ?? '');
  // A title in HTML is escaped in the feed's own XML, so its words are found by a second reading.
  const title = plainText(item.get('title') ?? '', TITLE_LENGTH);
  return title === '' || !isHeadlineTime(time, now) ? undefined : { time, title, link: safeLink(item.get('link')) };
}

/** Collects the fields of a feed's items while it is parsed. */
class FeedReader {
  readonly items: Item[] = [];
  readonly #path: string[] = [];
  #item: Item | undefined;
  #isFeed = false;
  readonly #parser = new Parser(
    {
      onopentag: (name, attributes) => this.#open(name, attributes),
      ontext: (text) => this.#text(text),
      onclosetag: (name) => this.#close(name),
    },
    { xmlMode: true, decodeEntities: true },
  );

  /** True once the root was one of a feed. */
  get isFeed(): boolean {
    return this.#isFeed;
  }

  get isFull(): boolean {
    return this.items.length >= MOST_HEADLINES;
  }

  write(text: string): void {
    this.#parser.write(text);
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#path.length === 0 && ROOTS.has(name)) this.#isFeed = true;
    this.#path.push(name);
    if (!this.#isFeed || this.#path.length > MOST_DEPTH) throw new NewsFailure('format');
    if (ITEMS.has(name)) {
      this.#item = new Map();
      if (!this.isFull) this.items.push(this.#item);
    }
    // Atom has the address in an attribute; other relations than the alternate one lead to files and editors.
    const { href, rel = 'alternate' } = attributes;
    if (name === 'link' && this.#isField() && href !== undefined && rel === 'alternate') this.#item?.set('link', href);
  }

  #text(text: string): void {
    const name = this.#path.at(-1) ?? '';
    if (this.#item === undefined || !FIELDS.has(name) || !this.#isField()) return;
    const before = this.#item.get(name) ?? '';
    if (before.length < MOST_FIELD) this.#item.set(name, before + text);
  }

  #close(name: string): void {
    this.#path.pop();
    if (ITEMS.has(name)) this.#item = undefined;
  }

  /** True inside a direct child of an item. */
  #isField(): boolean {
    return ITEMS.has(this.#path.at(-2) ?? '');
  }
}
