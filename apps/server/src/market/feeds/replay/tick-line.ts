// A line of each text format. Prices are read as text.
import { parseDecimal } from '@fairlot/domain';
import type { RawTick } from '../feed.ts';

const HOUR_MS = 3_600_000;
const TIME = /^(\d{1,15})(?:\.\d+)?$/;
/** HistData, ticks as generic ASCII: 20120201 000003660,bid,ask,volume. */
const HISTDATA = /^(\d{8} \d{9}),(.*)$/;
/** TrueFX: EUR/USD,20120201 00:00:03.660,bid,ask. */
const TRUEFX = /^([A-Z]{3})\/([A-Z]{3}),(.*)$/i;
const STAMP = /^(\d{4})(\d\d)(\d\d) (\d\d):?(\d\d):?(\d\d)\.?(\d{3})$/;
/** HistData's times are Eastern Standard Time all year, five hours behind UTC. */
const HISTDATA_OFFSET_MS = 5 * HOUR_MS;

/** True for a first line that names columns and carries no tick. */
export function isHeading(line: string): boolean {
  return /^[a-z_"]/i.test(line) && !TRUEFX.test(line);
}

/**
 * Parses a line of any of the formats, which cannot be confused: `time_ms,bid,ask`, HistData and TrueFX. Undefined when it is
 * malformed, or of another instrument. Truncates fractions of a millisecond and ignores further columns.
 */
export function parseTick(code: string, line: string, scale: number): RawTick | undefined {
  const histData = HISTDATA.exec(line);
  if (histData !== null) {
    const [, stamp = '', rest = ''] = histData;
    return tickOf(code, shifted(stampTime(stamp), HISTDATA_OFFSET_MS), rest.split(',', 2), scale);
  }
  const trueFx = TRUEFX.exec(line);
  if (trueFx !== null) {
    const [, base = '', quote = '', rest = ''] = trueFx;
    const [stamp = '', ...prices] = rest.split(',', 3);
    if (`${base}${quote}`.toUpperCase() !== code) return undefined;
    return tickOf(code, stampTime(stamp.trim()), prices, scale);
  }
  const [timeText = '', ...prices] = line.split(',', 3);
  const time = TIME.exec(timeText.trim())?.[1];
  return tickOf(code, time === undefined ? undefined : Number(time), prices, scale);
}

function tickOf(
  code: string,
  time: number | undefined,
  [bidText = '', askText = '']: readonly string[],
  scale: number,
): RawTick | undefined {
  const bid = parseDecimal(bidText.trim(), scale);
  const ask = parseDecimal(askText.trim(), scale);
  return time === undefined || bid === undefined || ask === undefined ? undefined : { code, time, bid, ask };
}

function shifted(time: number | undefined, by: number): number | undefined {
  return time === undefined ? undefined : time + by;
}

/** Epoch milliseconds of a date and time as if it were UTC; undefined for a time that does not exist, such as 30 February. */
function stampTime(text: string): number | undefined {
  const [, year, month, day, hour, minute, second, milli] = (STAMP.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  if (hour === undefined || minute === undefined || second === undefined || milli === undefined) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const midnight = Date.UTC(year, month - 1, day);
  const date = new Date(midnight);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return midnight + hour * HOUR_MS + minute * 60_000 + second * 1000 + milli;
}
