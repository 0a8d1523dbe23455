import { MIN_STAFF_PASSWORD } from '@fairlot/contract';
import { isCommonPassword } from '../../../security/common-passwords.ts';

/** Words that attackers try first. */
const KNOWN = [
  'password',
  'passwort',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'administrator',
  'changeme',
  'letmein',
  'welcome',
  'iloveyou',
  'fairlot',
  'office',
  'correcthorsebatterystaple',
  'trustno1',
  'monkey',
  'dragon',
  'sunshine',
  'princess',
  'football',
  'abc',
  'secret',
  'default',
  'admin',
  'master',
];
const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiopasdfghjklzxcvbnm',
  'zyxwvutsrqponmlkjihgfedcba',
  '09876543210',
];
/** Minimum number of characters left when names, known words, runs and leading or trailing non-letters are removed. */
const LEAST_OWN = 6;

/**
 * Tells whether a password is among the first that attackers try: common ones, known words, the name, runs and repetitions, possibly
 * with digits around them.
 */
export function isEasilyGuessed(password: string, name: string): boolean {
  if (new Set(password).size < 5 || isCommonPassword(password, [name])) return true;
  let rest = password.toLowerCase();
  for (const word of [name, ...name.split(/[@._+-]/), ...KNOWN]) if (word.length >= 3) rest = rest.replaceAll(word, '');
  for (const run of RUNS) for (let length = 8; length >= 4; length -= 1) rest = withoutRuns(rest, run, length);
  rest = rest.replaceAll(/(.{1,4}?)\1{2,}/g, '$1').replaceAll(/[^\p{L}]+$|^[^\p{L}]+/gu, '');
  const half = password.slice(0, Math.floor(password.length / 2));
  return (
    rest.length < LEAST_OWN ||
    (half.length * 2 === password.length && half + half === password && half.length < MIN_STAFF_PASSWORD)
  );
}

function withoutRuns(text: string, run: string, length: number): string {
  let rest = text;
  for (let start = 0; start + length <= run.length; start += 1)
    rest = rest.replaceAll(run.slice(start, start + length), '');
  return rest;
}
