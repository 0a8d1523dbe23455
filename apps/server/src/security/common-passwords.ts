import { dictionary } from '@zxcvbn-ts/language-common';

/** Words that belong to a site like this and are missing in a general list. */
const OF_THE_TRADE =
  'fairlot rockyou trader trading forex bitcoin ethereum crypto invest investor broker markets office';
/** Rows of keys, forwards and backwards, that passwords walk along. */
const ROWS = [
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1234567890',
].flatMap((row) => [row, Array.from(row).toReversed().join('')]);
/** Digits and signs that stand for letters. */
const LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
};
/** Digits and signs around a word that do not make it hard to guess. */
const MOST_AROUND = 6;
/** Numbers with fewer digits are tried out entirely. */
const LEAST_DIGITS = 12;
/** A text that is repeated counts as long as this. */
const MOST_REPEATED = 4;

let words: ReadonlySet<string> | undefined;

/** The list takes 9 MB and 30 ms, and is read when the first password is checked. */
function common(): ReadonlySet<string> {
  words ??= new Set([...dictionary['passwords-common'], ...OF_THE_TRADE.split(' ')]);
  return words;
}

/**
 * Tells whether a password is among the first that attackers try: a word from lists of leaked passwords or one of
 * `own` (the site's name, the account's), alone, repeated, with letters replaced, or with a few digits and signs around
 * it; short texts repeated, rows of keys, and short numbers. Upper case makes no difference.
 */
export function isCommonPassword(password: string, own: readonly string[] = []): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  if (/^\d*$/.test(plain) && plain.length < LEAST_DIGITS) return true;
  const known = new Set(own.flatMap(wordsOf));
  return [plain, unrepeated(plain)]
    .flatMap(coresOf)
    .some(
      (core) =>
        core.length <= MOST_REPEATED ||
        [core, withLetters(core)].some((word) => common().has(word) || known.has(word) || isRow(word)),
    );
}

/** The name itself, that of its mailbox, and their parts, of at least four characters. */
function wordsOf(name: string): readonly string[] {
  const plain = name.normalize('NFKC').toLowerCase();
  const [mailbox = ''] = plain.split('@');
  return [plain, mailbox, ...plain.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length >= 4);
}

/** The text without a few digits and signs at its ends. The text itself comes first. */
function coresOf(text: string): readonly string[] {
  const cores = [text];
  const [before = ''] = /^[^\p{L}]*/u.exec(text) ?? [];
  const [after = ''] = /[^\p{L}]*$/u.exec(text) ?? [];
  if (before.length + after.length < text.length)
    for (const [start, end] of [
      [before.length, 0],
      [0, after.length],
      [before.length, after.length],
    ] as const)
      if (isSmall(text.slice(0, start)) && isSmall(text.slice(text.length - end)) && start + end > 0)
        cores.push(text.slice(start, text.length - end));
  return cores;
}

/** True for what people add to a word: little, or a row or repetition of any length. */
function isSmall(part: string): boolean {
  return part.length <= MOST_AROUND || isRow(part) || unrepeated(part).length <= MOST_REPEATED;
}

/** The shortest text whose repetition is the given one, or the text itself. */
function unrepeated(text: string): string {
  for (let length = 1; length * 2 <= text.length; length += 1)
    if (text.length % length === 0 && text === text.slice(0, length).repeat(text.length / length))
      return text.slice(0, length);
  return text;
}

function withLetters(text: string): string {
  return Array.from(text, (character) => LETTERS[character] ?? character).join('');
}

/** Tells whether all characters follow each other on a keyboard or in the alphabet, up or down: qwertyui, 12345678. */
function isRow(text: string): boolean {
  if (text.length < 3) return false;
  if (ROWS.some((row) => row.includes(text))) return true;
  const steps = Array.from(
    { length: text.length - 1 },
    (_, index) => text.charCodeAt(index + 1) - text.charCodeAt(index),
  );
  // 0 follows 9 in a row: a difference of -9 when counting up, 9 when counting down.
  return [1, -1].some((step) => steps.every((each) => each === step || each === -9 * step));
}
