import type { StaffOutput } from '@fairlot/client';
import { useState } from 'react';

export type News = StaffOutput<'staffNews'>;

/** An item in one language. */
export interface NewsText {
  readonly language: string;
  readonly title: string;
  readonly desc: string;
  readonly content: string;
}

const EMPTY = { title: '', desc: '', content: '' };
const FIRST: readonly NewsText[] = [{ language: 'en', ...EMPTY }];

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
}

/** Returns the draft of an item; of a new one if `news` is undefined. */
export function useNewsDraft(news: News | undefined): NewsDraft {
  const [texts, setTexts] = useState<readonly NewsText[]>(news?.texts ?? FIRST);
  const [logo, setLogo] = useState(news?.logo ?? '');
  const [language, setLanguage] = useState(
    texts.find((each) => each.language === 'en')?.language ?? texts[0]?.language ?? 'en',
  );
  const text = texts.find((each) => each.language === language) ?? { language, ...EMPTY };
  return {
    logo,
    setLogo,
    language,
    setLanguage,
    text,
    change: (part) =>
      setTexts((before) => [...before.filter((each) => each.language !== language), { ...text, ...part }]),
    written: texts.filter(({ title, content }) => title.trim() !== '' || content.trim() !== ''),
    dirty: JSON.stringify([texts, logo]) !== JSON.stringify([news?.texts ?? FIRST, news?.logo ?? '']),
  };
}
