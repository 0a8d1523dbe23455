import type { StaffOutput } from '@fairlot/client';
import { useState } from 'react';
import { useDraft } from '../../shared/drafts/drafts.ts';
import { isSameContent, mergeNews } from './news-merge.ts';
import type { NewsContent, NewsText } from './news-merge.ts';

export type News = StaffOutput<'staffNews'>;

const EMPTY = { title: '', desc: '', content: '' };
const NOTHING: NewsContent = { logo: '', texts: [] };

/** An unsaved text, and the version of the item to which it was written. */
interface Unsaved {
  readonly base: NewsContent;
  readonly mine: NewsContent;
}

/** An item while it is edited: its logo and its texts, one language of which is in view. */
export interface NewsDraft {
  readonly logo: string;
  readonly setLogo: (logo: string) => void;
  readonly language: string;
  readonly setLanguage: (language: string) => void;
  /** The text of the language in view. */
  readonly text: NewsText;
  readonly change: (part: Partial<NewsText>) => void;
  /** The texts that are not empty. Only these are saved. */
  readonly written: readonly NewsText[];
  /** True if the draft differs from the server's version. */
  readonly dirty: boolean;
  /** The version that a colleague has saved since the draft was begun; undefined if its texts are those of then. */
  readonly theirs: News | undefined;
  /** Puts the draft on the colleague's version: what only the colleague changed is taken over. */
  readonly keepMine: () => void;
  /** Removes the draft. */
  readonly discard: () => void;
}

/** Returns the draft of an item; of a new one if `news` is undefined. It outlives the screen and every refetch. */
export function useNewsDraft(news: News | undefined): NewsDraft {
  const [unsaved, setUnsaved] = useDraft<Unsaved>(`news ${news?.id ?? 'new'}`);
  const saved: NewsContent = news ?? NOTHING;
  const base = unsaved?.base ?? saved;
  const { logo, texts } = unsaved?.mine ?? saved;
  const [language, setLanguage] = useState(
    texts.find((each) => each.language === 'en')?.language ?? texts[0]?.language ?? 'en',
  );
  const text = texts.find((each) => each.language === language) ?? { language, ...EMPTY };
  const put = (mine: NewsContent): void => setUnsaved(isSameContent(mine, base) ? undefined : { base, mine });
  return {
    logo,
    setLogo: (next) => put({ logo: next, texts }),
    language,
    setLanguage,
    text,
    change: (part) => {
      const next = { ...text, ...part };
      const isEmpty = next.title === '' && next.desc === '' && next.content === '';
      const others = texts.filter((each) => each.language !== language);
      put({ logo, texts: isEmpty ? others : [...others, next] });
    },
    written: texts.filter(({ title, content }) => title.trim() !== '' || content.trim() !== ''),
    dirty: unsaved !== undefined,
    theirs: unsaved === undefined || isSameContent(base, saved) ? undefined : news,
    keepMine: () => setUnsaved({ base: saved, mine: mergeNews(base, { logo, texts }, saved) }),
    discard: () => setUnsaved(undefined),
  };
}
