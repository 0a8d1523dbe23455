import type { ListedInstrument, TimeFormat } from '@fairlot/client';
import { DAY_MS } from '@fairlot/domain';
import { isolateWords } from '@fairlot/i18n';
import { useEffect } from 'react';
import { marketClock } from '../services/services.ts';
import { useText, useTimes } from '../language/language.ts';
import { FRESH_MS, refreshInstruments } from './market.ts';

/** A weekday alone is unambiguous for less than this; one day less than a week, because clocks change. */
const WEEKDAY_MS = 6 * DAY_MS;
/** Spread of the devices' first reads. */
const SPREAD_MS = 2_000;
const REPEAT_MS = 15_000;
/** Timers may fire a little early. */
const MARGIN_MS = 100;

/**
 * When a closed market opens, by the list of instruments. `unknown`: no session follows, as after a recording. `outdated`:
 * the list is older than the market's last change of session.
 */
export function openingOf(
  { isOpen, nextSession }: Pick<ListedInstrument, 'isOpen' | 'nextSession'>,
  now: number | undefined,
): number | 'unknown' | 'outdated' {
  if (isOpen) return 'outdated';
  if (nextSession === null) return 'unknown';
  return now !== undefined && nextSession <= now ? 'outdated' : nextSession;
}

/** "Mon 00:05" in the language and zone of the format; with the date where the weekday could be that of another week. */
export function openingTime(times: TimeFormat, opening: number, now: number | undefined): string {
  return now !== undefined && opening - now >= WEEKDAY_MS ? times.short(opening) : times.weekday(opening);
}

/**
 * Reads the list again after a moment that differs by device, because a market closes for all of them at once, and
 * repeats that until the caller stops it: the server may have answered just before the close. Returns the stop.
 */
function refreshUntilCurrent(): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const after = (delayMs: number): void => {
    timer = setTimeout(() => {
      refreshInstruments();
      after(REPEAT_MS);
    }, delayMs);
  };
  // A younger list is not read again.
  after(FRESH_MS + MARGIN_MS + Math.random() * SPREAD_MS);
  return () => clearTimeout(timer);
}

/**
 * "opens Mon 00:05" while the market is closed; undefined while it is open or the moment is not known. An outdated list is
 * read again, because prices bring only that a market closed, not until when.
 */
export function useOpening(instrument: ListedInstrument, closed: boolean): string | undefined {
  const t = useText();
  const times = useTimes();
  const now = marketClock.now();
  const opening = closed ? openingOf(instrument, now) : 'unknown';
  const outdated = opening === 'outdated';
  useEffect(() => (outdated ? refreshUntilCurrent() : undefined), [outdated]);
  if (typeof opening === 'string') return undefined;
  return t('market.opensAt', { time: isolateWords(openingTime(times, opening, now)) });
}
