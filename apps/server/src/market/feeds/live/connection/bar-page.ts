import { PERIOD_MS } from '@fairlot/domain';
import type { BarsAsked, SourceBar } from '../source.ts';
import { wrongAnswer } from './fault.ts';
import type { Json } from './json.ts';
import { RestError } from './rest.ts';

/**
 * The bars of a page that were asked for: ascending, each once, whatever the order of the page. Throws a RestError when
 * there is no list or nothing of it can be read, so that half an answer does not look like a time without bars.
 */
export function barsOfPage(
  page: Json | undefined,
  read: (entry: Json) => SourceBar | undefined,
  { period, from, to }: Omit<BarsAsked, 'symbol'>,
): readonly SourceBar[] {
  if (!Array.isArray(page)) throw new RestError(wrongAnswer('the answer has no list of bars'), 200);
  const readable = page.map(read).filter((bar) => bar !== undefined);
  // A single one may be the bar that is still forming.
  if (readable.length === 0 && page.length > 1)
    throw new RestError(wrongAnswer('no bar of the answer can be read'), 200);
  const byTime = new Map(readable.map((bar) => [bar.time, bar]));
  return [...byTime.values()]
    .filter(({ time }) => time >= from && time < to && time % PERIOD_MS[period] === 0)
    .toSorted((one, other) => one.time - other.time);
}
