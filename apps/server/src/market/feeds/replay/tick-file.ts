import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { parseDecimal } from '@fairlot/domain';
import type { RawTick } from '../feed.ts';

/** Longest line of a tick. Typical lines have about 40 characters. */
const LINE_LIMIT = 1_024;
const TIME = /^(\d{1,15})(?:\.\d+)?$/;

/** Called for each line, or broken file, that could not be read. */
export type MalformedListener = () => void;

/** The scale of an instrument's prices. */
export type ScaleOf = (code: string) => number;

/** True when a file contains ticks: csv or csv.gz, except the recorded one-minute bars next to them. */
export function isTickFile(name: string): boolean {
  return /\.csv(\.gz)?$/i.test(name) && !/-m1\.csv(\.gz)?$/i.test(name);
}

/** The instrument of a file: EURUSD for eurusd-20140508.csv.gz. */
export function codeOf(path: string): string {
  return (/^[^-_.]*/.exec(basename(path))?.[0] ?? '').toUpperCase();
}

/**
 * Parses a line `time_ms,bid,ask`; undefined when it is malformed. Truncates fractions of a millisecond and ignores
 * further columns.
 */
export function parseTick(code: string, line: string, scale: number): RawTick | undefined {
  const [timeText = '', bidText = '', askText = ''] = line.split(',', 3);
  const time = TIME.exec(timeText.trim())?.[1];
  const bid = parseDecimal(bidText.trim(), scale);
  const ask = parseDecimal(askText.trim(), scale);
  if (time === undefined || bid === undefined || ask === undefined) return undefined;
  return { code, time: Number(time), bid, ask };
}

/** Reads the ticks of a file in batches, never the whole file at once. */
export async function* readTickFile(
  path: string,
  scaleOf: ScaleOf,
  malformed: MalformedListener,
): AsyncGenerator<readonly RawTick[]> {
  const code = codeOf(path);
  const scale = scaleOf(code);
  const raw = createReadStream(path);
  const stream: Readable = path.toLowerCase().endsWith('.gz') ? raw.pipe(createGunzip()) : raw;
  // pipe does not forward errors. Destroying the target ends the loop below with the error.
  raw.on('error', (error) => stream.destroy(error));
  stream.setEncoding('utf8');
  let rest = '';
  let isFirst = true;
  const parse = (line: string): RawTick[] => {
    const text = line.trim();
    const isHeader = isFirst && /^[a-z_"]/i.test(text);
    isFirst = false;
    if (text === '' || isHeader) return [];
    const tick = line.length > LINE_LIMIT ? undefined : parseTick(code, text, scale);
    if (tick === undefined) malformed();
    return tick === undefined ? [] : [tick];
  };
  try {
    for await (const chunk of stream as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      // Keeps only enough of an endless line to detect that it is too long.
      rest = (lines.pop() ?? '').slice(0, LINE_LIMIT + 1);
      yield lines.flatMap(parse);
    }
  } catch {
    // The readable part of a damaged file is delivered; the count shows the damage.
    malformed();
  } finally {
    raw.destroy();
    stream.destroy();
  }
  yield parse(rest);
}
