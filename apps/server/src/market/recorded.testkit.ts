import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Candle, type Ohlc, type Price, price } from '@fairlot/domain';
import { sharedData } from './shared-data.testkit.ts';

/** The folder of recorded ticks and of the bars that their source published. */
export const TICKS_FOLDER = join(sharedData(), 'ticks');

/** The recorded days, by file name without extension: eurusd-20140508. Empty when the folder is missing. */
export function recordedDays(): readonly string[] {
  try {
    return readdirSync(TICKS_FOLDER)
      .filter((name) => /-\d{8}\.csv\.gz$/.test(name))
      .map((name) => name.replace('.csv.gz', ''))
      .sort();
  } catch {
    return [];
  }
}

/** The lines of a recorded file without its header. */
export function recordedLines(name: string): readonly (readonly string[])[] {
  const text = gunzipSync(readFileSync(join(TICKS_FOLDER, `${name}.csv.gz`))).toString('utf8');
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
}

/** The one-minute bars that the source published for a day. It published no volumes. */
export function recordedBars(name: string): readonly Omit<Candle, 'volume'>[] {
  return recordedLines(`${name}-m1`).map(([time = '', ...prices]) => ({
    time: Number(time),
    bid: side(prices.slice(0, 4)),
    ask: side(prices.slice(4, 8)),
  }));
}

function side([open = '', high = '', low = '', close = '']: readonly string[]): Ohlc {
  return { open: price(open), high: price(high), low: price(low), close: price(close) };
}

/** Recorded ticks, read with none of the server's code except the price parser. */
export function recordedTicks(
  name: string,
): readonly { readonly time: number; readonly bid: Price; readonly ask: Price }[] {
  return recordedLines(name).map(([time = '', bid = '', ask = '']) => ({
    time: Math.floor(Number(time)),
    bid: price(bid),
    ask: price(ask),
  }));
}
