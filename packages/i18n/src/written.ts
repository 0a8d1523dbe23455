/** Letters of right-to-left scripts: Hebrew, Arabic and neighbouring blocks, with presentation forms. */
const RTL_LETTER = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;
const LETTER = /\p{L}/u;
const FIGURE = /\p{Nd}/u;
/** Instrument and currency codes, and addresses, which belong to no language. */
const CODE_OR_ADDRESS = /^[^\p{L}]*[A-Z\d/]+[^\p{L}]*$|:\/\/|@/u;

/**
 * Direction of a text by users: rtl if at least half of its words are in a right-to-left script, ltr for figures alone,
 * undefined without letters and figures. Browsers decide by the first letter, which fails for sentences that start with a
 * code ("EURUSD …").
 */
export function writtenDirection(text: string): 'ltr' | 'rtl' | undefined {
  const all = text.split(/\s+/).filter((word) => LETTER.test(word));
  if (all.length === 0) return FIGURE.test(text) ? 'ltr' : undefined;
  const inLanguage = all.filter((word) => !CODE_OR_ADDRESS.test(word));
  const words = inLanguage.length === 0 ? all : inLanguage;
  return words.filter((word) => RTL_LETTER.test(word)).length * 2 >= words.length ? 'rtl' : 'ltr';
}
