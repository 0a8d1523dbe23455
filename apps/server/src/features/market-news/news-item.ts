import { DAY_MS } from '@fairlot/domain';

/** Most characters of a title. */
export const TITLE_LENGTH = 200;
/** Most characters of a link. */
const LINK_LENGTH = 500;

/** An entry of an economic calendar. */
export interface CalendarEntry {
  /** Epoch milliseconds; the start of the day in UTC for a whole day. */
  readonly time: number;
  readonly isAllDay: boolean;
  readonly title: string;
}

/** A headline of a feed. */
export interface Headline {
  /** Epoch milliseconds of its publication. */
  readonly time: number;
  readonly title: string;
  /** A https address of the whole text; empty without one. */
  readonly link: string;
}

/** Days around now of which entries and headlines are kept. */
export const ENTRY_DAYS = { past: 7, ahead: 30 } as const;
export const HEADLINE_DAYS = 14;
/** Publication times this far ahead of the clock are taken for a wrong zone and refused. */
const AHEAD_MS = DAY_MS;

/** True for the time of an entry that is shown now. */
export function isEntryTime(time: number, now: number): boolean {
  return time >= now - ENTRY_DAYS.past * DAY_MS && time <= now + ENTRY_DAYS.ahead * DAY_MS;
}

/** True for the time of a headline that is shown now. */
export function isHeadlineTime(time: number, now: number): boolean {
  return time >= now - HEADLINE_DAYS * DAY_MS && time <= now + AHEAD_MS;
}

/** A link that a page may offer, or an empty text. */
export function safeLink(text: string | undefined): string {
  const given = text?.trim() ?? '';
  if (given.length > LINK_LENGTH || !URL.canParse(given)) return '';
  const { protocol, username, password, href } = new URL(given);
  return protocol === 'https:' && username === '' && password === '' && href.length <= LINK_LENGTH ? href : '';
}
