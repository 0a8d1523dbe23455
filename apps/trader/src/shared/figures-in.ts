const NUMBER = String.raw`\d[\d.,:/]*(?<=\d)`;
/** Nothing of a Latin word or an address stands before it. */
const OUTSIDE = String.raw`(?<![\p{Script=Latin}\d.,:/=&?#@_])`;
/** Signed and split figures: a number of a telephone, a result with its sign, a share, an amount with its currency. */
const FIGURES = new RegExp(
  String.raw`${OUTSIDE}(?:[+\-−]${NUMBER}(?:[ -]\d+)*(?:%| [A-Z]{3}\b)?|${NUMBER}(?:%| [A-Z]{3}\b)|\d+(?:[ -]\d+)+)`,
  'gu',
);

/** Parts a text that people wrote into words and figures, in turn; it begins with words, which may be empty. */
export function figuresIn(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const match of text.matchAll(FIGURES)) {
    parts.push(text.slice(from, match.index), match[0]);
    from = match.index + match[0].length;
  }
  return [...parts, text.slice(from)];
}
