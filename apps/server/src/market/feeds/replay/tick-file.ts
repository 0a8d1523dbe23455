import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { RawTick } from '../feed.ts';
import { isHourFile, readHour } from './dukascopy.ts';
import { codeOf } from './recordings.ts';
import { isHeading, parseTick } from './tick-line.ts';

/** Longest line of a tick. Typical lines have about 40 characters. */
const LINE_LIMIT = 1_024;

/** Called for each line, or broken file, that could not be read. */
export type MalformedListener = () => void;

/** The scale of an instrument's prices. */
export type ScaleOf = (code: string) => number;

/** Reads the ticks of a file in batches, never the whole file at once. */
export async function* readTickFile(
  path: string,
  scaleOf: ScaleOf,
  malformed: MalformedListener,
): AsyncGenerator<readonly RawTick[]> {
  const code = codeOf(path);
  const scale = scaleOf(code);
  if (isHourFile(basename(path))) yield* readHour(path, scale, malformed);
  else yield* readLines(path, code, scale, malformed);
}

async function* readLines(
  path: string,
  code: string,
  scale: number,
  malformed: MalformedListener,
): AsyncGenerator<readonly RawTick[]> {
  const raw = createReadStream(path);
  const stream: Readable = path.toLowerCase().endsWith('.gz') ? raw.pipe(createGunzip()) : raw;
  // pipe does not forward errors. Destroying the target ends the loop below with the error.
  raw.on('error', (error) => stream.destroy(error));
  stream.setEncoding('utf8');
  let rest = '';
  let isFirst = true;
  const parse = (line: string): RawTick[] => {
    const text = line.trim();
    const isHeader = isFirst && isHeading(text);
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
