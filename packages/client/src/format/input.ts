const ZEROES = ['٠'.codePointAt(0), '۰'.codePointAt(0), '०'.codePointAt(0), '０'.codePointAt(0)].filter(
  (zero) => zero !== undefined,
);

/**
 * Reads the text of a numeric field as a plain decimal; undefined when it is not one. Accepts the digits of Arabic,
 * Persian, Hindi and full-width keyboards and a comma as decimal mark, because phones show the keyboard of their
 * region. Thousands separators are not supported: "1,234" is 1.234.
 */
export function readFigure(typed: string): string | undefined {
  const plain = latinDigits(typed.trim()).replace(/[,٫．]/, '.');
  if (!/^(\d{1,15}(\.\d{0,10})?|\.\d{1,10})$/.test(plain)) return undefined;
  return plain
    .replace(/^\./, '0.')
    .replace(/\.$/, '')
    .replace(/^0+(?=\d)/, '');
}

/** Replaces the digits of any script by Latin ones, for codes, telephone numbers and account numbers. */
export function latinDigits(typed: string): string {
  return typed.replaceAll(/\p{Nd}/gu, latinDigit);
}

/** Keeps only the digits of a typed code, as Latin ones. */
export function codeDigits(typed: string): string {
  return latinDigits(typed).replaceAll(/\D/g, '');
}

function latinDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const zero = ZEROES.find((first) => code >= first && code <= first + 9);
  return zero === undefined ? character : String(code - zero);
}
