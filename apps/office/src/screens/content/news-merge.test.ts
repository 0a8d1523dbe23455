import { describe, expect, it } from 'vitest';
import { changedLanguages, isSameContent, mergeNews } from './news-merge.ts';
import type { NewsContent } from './news-merge.ts';

const item = (logo: string, texts: Readonly<Record<string, string>>): NewsContent => ({
  logo,
  texts: Object.entries(texts).map(([language, content]) => ({ language, title: 'title', desc: '', content })),
});

describe('two people who edit one item', () => {
  it('both keep what only they changed, and the second keeps what both changed', () => {
    const base = item('a', { en: 'one', de: 'eins', fr: 'un' });
    const mine = item('a', { en: 'two', de: 'eins', fr: 'un', es: 'dos' });
    const theirs = item('b', { fr: 'trois', de: 'drei', en: 'three', it: 'tre' });
    expect(changedLanguages(base, theirs)).toEqual(['en', 'de', 'fr', 'it']);
    const merged = mergeNews(base, mine, theirs);
    expect(isSameContent(merged, item('b', { en: 'two', de: 'drei', fr: 'trois', it: 'tre', es: 'dos' }))).toBe(true);
  });

  it('keep a language removed if only its remover touched it', () => {
    const base = item('', { en: 'one', de: 'eins' });
    expect(
      isSameContent(
        mergeNews(base, item('', { en: 'one' }), item('', { en: 'three', de: 'eins' })),
        item('', { en: 'three' }),
      ),
    ).toBe(true);
    expect(
      isSameContent(
        mergeNews(base, item('', { en: 'two', de: 'eins' }), item('', { en: 'one' })),
        item('', { en: 'two' }),
      ),
    ).toBe(true);
  });

  it('see no difference in another order of the languages', () => {
    expect(isSameContent(item('', { en: 'one', de: 'eins' }), item('', { de: 'eins', en: 'one' }))).toBe(true);
  });
});
