/** An item in one language. */
export interface NewsText {
  readonly language: string;
  readonly title: string;
  readonly desc: string;
  readonly content: string;
}

/** The parts of an item that an editor changes. */
export interface NewsContent {
  readonly logo: string;
  readonly texts: readonly NewsText[];
}

function textIn(texts: readonly NewsText[], language: string): NewsText | undefined {
  return texts.find((each) => each.language === language);
}

function isSameText(one: NewsText | undefined, other: NewsText | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.title === other.title && one.desc === other.desc && one.content === other.content;
}

/** The languages in which two versions differ, in the order of the first that has them. */
export function changedLanguages(one: NewsContent, other: NewsContent): readonly string[] {
  const languages = [...new Set([...one.texts, ...other.texts].map(({ language }) => language))];
  return languages.filter((language) => !isSameText(textIn(one.texts, language), textIn(other.texts, language)));
}

/** True if two versions have the same texts, in any order, and the same logo. */
export function isSameContent(one: NewsContent, other: NewsContent): boolean {
  return one.logo === other.logo && changedLanguages(one, other).length === 0;
}

/**
 * Applies the changes between `base` and `mine` to `theirs`: languages and logo that only the colleague changed stay as
 * the colleague saved them, and those that both changed become mine.
 */
export function mergeNews(base: NewsContent, mine: NewsContent, theirs: NewsContent): NewsContent {
  const own = new Set(changedLanguages(base, mine));
  const languages = [...new Set([...theirs.texts, ...mine.texts].map(({ language }) => language))];
  return {
    logo: mine.logo === base.logo ? theirs.logo : mine.logo,
    texts: languages.flatMap((language) => textIn(own.has(language) ? mine.texts : theirs.texts, language) ?? []),
  };
}
