import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { PRICE_SCALE, parseDecimal } from '@fairlot/domain';
import type { RawTick } from '../feed.ts';

/** A line of ticks has some 40 characters; what is longer is no line of ticks. */
const LINE_LIMIT = 1_024;
const TIME = /^(\d{1,15})(?:\.\d+)?$/;

/** Told of each line, or broken file, that could not be read. */
export type MalformedListener = () => void;

/** Whether a file of this name holds ticks: csv or csv.gz, but not the recorded one-minute bars beside them. */
export function isTickFile(name: string): boolean {
  return /\.csv(\.gz)?$/i.test(name) && !/-m1\.csv(\.gz)?$/i.test(name);
}

/** The instrument of a file: EURUSD of eurusd-20140508.csv.gz. */
export function codeOf(path: string): string {
  return (/^[^-_.]*/.exec(basename(path))?.[0] ?? '').toUpperCase();
}

/** Reads one line `time_ms,bid,ask`; undefined where it is no tick. Fractions of a millisecond are cut off, further columns ignored. */
export function parseTick(code: string, line: string): RawTick | undefined {
  const [timeText = '', bidText = '', askText = ''] = line.split(',', 3);
  const time = TIME.exec(timeText.trim())?.[1];
  const bid = parseDecimal(bidText.trim(), PRICE_SCALE);
  const ask = parseDecimal(askText.trim(), PRICE_SCALE);
  if (time === undefined || bid === undefined || ask === undefined) return undefined;
  return { code, time: Number(time), bid, ask };
}

/** The ticks of a file in batches, as they are read; never the whole file in memory. */
export async function* readTickFile(path: string, malformed: MalformedListener): AsyncGenerator<readonly RawTick[]> {
  const code = codeOf(path);
  const raw = createReadStream(path);
  const stream: Readable = path.toLowerCase().endsWith('.gz') ? raw.pipe(createGunzip()) : raw;
  // pipe passes no errors on; destroying the target ends the loop below with them.
  raw.on('error', (error) => stream.destroy(error));
  stream.setEncoding('utf8');
  let rest = '';
  let isFirst = true;
  const parse = (line: string): RawTick[] => {
    const text = line.trim();
    const isHeader = isFirst && /^[a-z_"]/i.test(text);
    isFirst = false;
    if (text === '' || isHeader) return [];
    const tick = line.length > LINE_LIMIT ? undefined : parseTick(code, text);
    if (tick === undefined) malformed();
    return tick === undefined ? [] : [tick];
  };
  try {
    for await (const chunk of stream as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      // A line that never ends is kept only so far that it is known to be too long.
      rest = (lines.pop() ?? '').slice(0, LINE_LIMIT + 1);
      yield lines.flatMap(parse);
    }
  } catch {
    // A damaged file gives what could be read of it; that something is missing shows in the count.
    malformed();
  } finally {
    raw.destroy();
    stream.destroy();
  }
  yield parse(rest);
}
