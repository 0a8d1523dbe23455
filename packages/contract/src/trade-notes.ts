import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { decimal, id, isoTime, nothing } from './scalar.ts';
import { instrumentName } from './instrument-name.ts';
import { statementRange } from './statement.ts';

/** Most characters of a note. */
export const NOTE_MAX = 2000;
/** Most characters of a tag. */
export const TAG_MAX = 32;
/** Most tags of an order. */
export const TAGS_OF_ORDER_MAX = 10;
/** Most different tags of a user. */
export const TAGS_MAX = 200;
/** Most orders of a user with a note or tags. */
export const NOTED_ORDERS_MAX = 5000;
/** Most closed trades that statistics evaluate. */
export const STATISTICS_TRADES_MAX = 200_000;

const tag = z.string().check(z.maxLength(TAG_MAX), z.regex(/\S/));

/** Note and tags of an order. */
const tradeNote = z.object({
  id: z.int(),
  note: z.string(),
  tags: z.array(z.string()),
  /** The position whose note this is: a closed part without a note of its own has that of its position. */
  of: z.nullable(z.int()),
  /** null without a note and tags. */
  changed_at: z.nullable(isoTime),
});

/** Figures of closed trades. Money is net of fee, swap and premium, as in the statement. */
const tradeFigures = z.object({
  trades: z.int(),
  /** Trades with a net result above zero, and below. */
  wins: z.int(),
  losses: z.int(),
  /** Per cent of the trades; null without trades. */
  win_rate: z.nullable(decimal),
  net: decimal,
  /** Rounded half to even; null without such trades. */
  average_win: z.nullable(decimal),
  average_loss: z.nullable(decimal),
  best: z.nullable(decimal),
  worst: z.nullable(decimal),
});

const tradeStatistics = z.object({
  /** Start of the period, inclusive, and its end, exclusive. */
  from: isoTime,
  to: isoTime,
  time_zone: z.string(),
  total: tradeFigures,
  /** A trade with several tags counts for each of them. The trades without tags are last, with the tag null. */
  tags: z.array(z.object({ tag: z.nullable(z.string()), ...tradeFigures.shape })),
  /** Hour of the day in which the trade was opened, 0 to 23. Hours without trades are absent. */
  hours: z.array(z.object({ hour: z.int(), ...tradeFigures.shape })),
  /** Day of the week on which the trade was opened, 1 = Monday. */
  weekdays: z.array(z.object({ weekday: z.int(), ...tradeFigures.shape })),
  instruments: z.array(z.object({ instrument: instrumentName, ...tradeFigures.shape })),
});

export const tradeNoteCalls = {
  tradeNote: defineCall({
    methods: ['GET'],
    path: '/v1/api/forex/trade_note',
    access: 'user',
    changesState: false,
    summary: 'The note and the tags that the caller has written on one of their orders.',
    input: z.object({ id }),
    output: tradeNote,
  }),
  tradeNoteSave: defineCall({
    methods: ['POST'],
    path: '/v1/api/forex/trade_note/save',
    access: 'user',
    changesState: true,
    summary:
      'Replaces the note and the tags of one of the caller’s orders. Tags are the same in upper and lower case; the spelling of the first one stays. Neither note nor tags: as trade_note/erase.',
    input: z.object({
      id,
      note: z.string().check(z.maxLength(NOTE_MAX)),
      tags: z.array(tag).check(z.maxLength(TAGS_OF_ORDER_MAX)),
    }),
    output: tradeNote,
  }),
  tradeNoteErase: defineCall({
    methods: ['POST'],
    path: '/v1/api/forex/trade_note/erase',
    access: 'user',
    changesState: true,
    summary: 'Erases the note and the tags of one of the caller’s orders.',
    input: z.object({ id }),
    output: tradeNote,
  }),
  tradeTags: defineCall({
    methods: ['GET'],
    path: '/v1/api/forex/trade_tags',
    access: 'user',
    changesState: false,
    summary: 'The caller’s tags with the number of orders that have them, most used first.',
    input: nothing,
    output: z.object({ list: z.array(z.object({ tag: z.string(), orders: z.int() })) }),
  }),
  tradeStatistics: defineCall({
    methods: ['GET'],
    path: '/v1/api/main/statement/statistics',
    access: 'user',
    changesState: false,
    summary:
      'Results of the positions closed in a period, by tag, by hour and weekday of their opening in a time zone, and by instrument. The trades are those of statement/trades with the same period.',
    input: z.object({
      ...statementRange,
      /** IANA name, such as Europe/London. */
      time_zone: z._default(
        z.string().check(z.maxLength(64), z.regex(/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/)),
        'UTC',
      ),
    }),
    output: tradeStatistics,
  }),
} as const;
