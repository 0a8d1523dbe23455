import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { hourOf, isHourFile } from './dukascopy.ts';

/** Levels of folders below the given one: instrument, year, month and day of an archive, and one to spare. */
const DEPTH_LIMIT = 6;
/** Files of a recording: ten years of hours of five instruments. */
const FILE_LIMIT = 500_000;

/** True when a file contains ticks: csv, csv.gz or an hour of Dukascopy's archive, but no one-minute bars. */
function isTickFile(name: string): boolean {
  if (isHourFile(name)) return true;
  return /\.csv(\.gz)?$/i.test(name) && !/(-m1|_M1_?\d*)\.csv(\.gz)?$/i.test(name);
}

/** The instrument of a file: EURUSD for eurusd-20140508.csv.gz and for DAT_ASCII_EURUSD_T_201405.csv of HistData. */
export function codeOf(path: string): string {
  const name = basename(path);
  if (isHourFile(name)) return hourOf(path).code;
  const code = /^DAT_ASCII_([A-Z0-9]+)_T_/i.exec(name)?.[1] ?? /^[^-_.]*/.exec(name)?.[0] ?? '';
  return code.toUpperCase();
}

/** The tick files of each instrument, in order of time. Throws when there are none. */
export async function findRecordings(path: string): Promise<readonly (readonly string[])[]> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new Error(`replay: ${path} does not exist`, { cause });
  });
  if (!found.isDirectory()) return [[path]];
  const paths: string[] = [];
  await collect(path, 0, paths);
  if (paths.length === 0) throw new Error(`replay: the folder ${path} has no .csv, .csv.gz or .bi5 files of ticks`);
  return groupByInstrument(paths);
}

async function collect(folder: string, depth: number, into: string[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (depth < DEPTH_LIMIT) await collect(path, depth + 1, into);
    } else if (isTickFile(entry.name)) into.push(path);
    if (into.length > FILE_LIMIT)
      throw new Error(`replay: ${folder} brings the recording to more than ${FILE_LIMIT} files`);
  }
}

/** Groups files by instrument. Names end in the day, or the folders are the time, so the order of names is that of time. */
function groupByInstrument(paths: readonly string[]): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const code = codeOf(path);
    const group = groups.get(code);
    if (group === undefined) groups.set(code, [path]);
    else group.push(path);
  }
  for (const [code, group] of groups) {
    const kinds = new Set(
      group.map((path) =>
        /^dat_ascii_/i.test(basename(path)) ? 'HistData' : isHourFile(basename(path)) ? '.bi5' : 'CSV',
      ),
    );
    if (kinds.size > 1)
      throw new Error(
        `replay: ${code} is in files of ${[...kinds].join(' and ')}, whose order in time their names do not tell`,
      );
  }
  return [...groups.values()];
}
