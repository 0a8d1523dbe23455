import { wrongAnswer, type Fault } from '../connection/fault.ts';

/** True for the words of the limits of both interfaces. */
export function isLimit(words: string): boolean {
  return /exceeded|rate limit|too many/i.test(words);
}

/** The fault for an error of the exchange. */
export function faultOfWords(words: string): Fault {
  return isLimit(words) ? { phase: 'refused', reason: 'rate_limited', detail: words } : wrongAnswer(words);
}
