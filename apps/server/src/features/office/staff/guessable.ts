import { MIN_STAFF_PASSWORD } from '@fairlot/contract';

/** Long enough, and still the first that anybody would try. */
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
/** What has to be left of a password when names, known words, digits at its ends and runs are taken away. */
const LEAST_OWN = 6;

/** Whether a password is one of those that are tried first: known words, the name, runs and repetitions with some digits around. */
export function isEasilyGuessed(password: string, name: string): boolean {
  if (new Set(password).size < 5) return true;
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
