/** Letters of the scripts that are written from right to left: Hebrew, Arabic and their neighbours, with the forms for presentation. */
const FROM_THE_RIGHT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;
const LETTER = /\p{L}/u;
const FIGURE = /\p{Nd}/u;
/** Codes of instruments and currencies, and addresses, belong to no language. */
const OF_NO_LANGUAGE = /^[^\p{L}]*[A-Z\d/]+[^\p{L}]*$|:\/\/|@/u;

/**
 * The direction in which something that people wrote is read; figures from left to right, undefined where it has neither these
 * nor letters. Traders begin sentences with codes ("EURUSD …"), so the first letter, which browsers go by, does not tell: from
 * right to left it is when at least half of its words are.
 */
export function writtenDirection(text: string): 'ltr' | 'rtl' | undefined {
  const all = text.split(/\s+/).filter((word) => LETTER.test(word));
  if (all.length === 0) return FIGURE.test(text) ? 'ltr' : undefined;
  const telling = all.filter((word) => !OF_NO_LANGUAGE.test(word));
  const words = telling.length === 0 ? all : telling;
  return words.filter((word) => FROM_THE_RIGHT.test(word)).length * 2 >= words.length ? 'rtl' : 'ltr';
}
