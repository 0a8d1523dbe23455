const NUMBER = String.raw`\d[\d.,:/]*(?<=\d)`;
/** Not preceded by Latin letters, digits or characters of a URL. */
const OUTSIDE = String.raw`(?<![\p{Script=Latin}\d.,:/=&?#@_])`;
/** Telephone numbers, signed results, percentages, and amounts with a currency. */
const FIGURES = new RegExp(
  String.raw`${OUTSIDE}(?:[+\-−]${NUMBER}(?:[ -]\d+)*(?:%| [A-Z]{3}\b)?|${NUMBER}(?:%| [A-Z]{3}\b)|\d+(?:[ -]\d+)+)`,
  'gu',
);

/** Splits a free text into alternating words and figures. The first part is words and may be empty. */
export function figuresIn(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const match of text.matchAll(FIGURES)) {
    parts.push(text.slice(from, match.index), match[0]);
    from = match.index + match[0].length;
  }
  return [...parts, text.slice(from)];
}
