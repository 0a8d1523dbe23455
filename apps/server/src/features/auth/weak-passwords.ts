import { MIN_PASSWORD_LENGTH } from '@fairlot/contract';
import type { FailReason } from '../../http/answer.ts';

/**
 * The most common words in lists of leaked passwords. Digits and signs at the end of a password are ignored in the
 * comparison.
 */
const KNOWN: ReadonlySet<string> = new Set(
  (
    'password passwort passw0rd p@ssword p@ssw0rd qwertyui qwertyuiop qwerty qwertz asdfghjk asdfghjkl zxcvbnm zxcvbnm, 1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3r4 ' +
    'iloveyou sunshine princess football baseball superman michael jennifer charlie trustno welcome letmein monkey dragon shadow master jordan killer ' +
    'starwars whatever computer internet samsung admin administrator changeme secret default abcdef abcdefgh abcd abc a1b2c3d4 test testtest hello fairlot trader ' +
    'woaini liverpool chelsea arsenal barcelona qazwsx qazwsxedc zaq12wsx google google123 michelle jessica daniel ashley hallo schatz'
  ).split(' '),
);

/**
 * The reason to reject a password, or undefined. Requires length instead of certain kinds of characters, and rejects
 * guessable passwords.
 */
export function passwordProblem(password: string, account: string): FailReason | undefined {
  if (Array.from(password).length < MIN_PASSWORD_LENGTH) return 'password_too_short';
  const plain = password.toLowerCase();
  const [name = ''] = account.toLowerCase().split('@');
  const isGuessable =
    new Set(plain).size < 4 ||
    isRow(plain) ||
    KNOWN.has(plain) ||
    KNOWN.has(plain.replace(/[\d!?.@#$*_-]+$/, '')) ||
    plain === account.toLowerCase() ||
    (name.length >= 4 && plain.replace(/[\d!?.@#$*_-]+$/, '') === name);
  return isGuessable ? 'password_known' : undefined;
}

/** Tells whether all characters follow each other, up or down: 12345678, hgfedcba. */
function isRow(text: string): boolean {
  const steps = Array.from(
    { length: text.length - 1 },
    (_, index) => text.charCodeAt(index + 1) - text.charCodeAt(index),
  );
  // 0 follows 9 in a row: a difference of -9 when counting up, 9 when counting down.
  return [1, -1].some((step) => steps.every((each) => each === step || each === -9 * step));
}
