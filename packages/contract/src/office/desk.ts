import { z } from 'zod/mini';
import { fillQuote } from '../order-record.ts';
import { decimal, id, isoTime } from '../scalar.ts';
import { fillCorrection } from '../order-explanations.ts';
import { defineStaffCall, defineStaffList, period } from './call.ts';

const dealers = ['dealer', 'administrator'] as const;
const subject = { kind: 'order', field: 'order_id' };
/** The reason of a deed of staff, as the client may read it. */
export const staffReason = z.pipe(
  z.string().check(z.maxLength(500)),
  z.pipe(
    z.transform((text: string) => text.trim()),
    z.string().check(
      z.minLength(3),
      z.refine((text) => !text.includes('\0')),
    ),
  ),
);

/** A correction of a fill, as staff read it. The fill itself stays as it was. */
const deskCorrection = z.object({ ...fillCorrection.shape, author: z.string() });

/** An order or a position of a client, with its present worth. */
export const deskOrder = z.object({
  id: z.int(),
  user_id: z.int(),
  uid: z.string(),
  account: z.enum(['real', 'demo']),
  instrument_id: z.int(),
  code: z.string(),
  side: z.enum(['buy', 'sell']),
  lots: decimal,
  status: z.enum(['pending', 'open', 'closed', 'cancelled']),
  target_price: z.nullable(decimal),
  open_price: z.nullable(decimal),
  /** The price at which an open position would close now, or at which it closed. */
  close_price: z.nullable(decimal),
  /** Dollars, signed from the client’s side, at that price. */
  profit: z.nullable(decimal),
  /** A second person must approve its close, because it exceeds the sums that one person may decide. */
  needs_approval: z.boolean(),
  /** The quotes of its fills. */
  open_quote: z.nullable(fillQuote),
  close_quote: z.nullable(fillQuote),
  /** Corrections of its fills, oldest first. */
  corrections: z.array(deskCorrection),
});

const fill = z.enum(['open', 'close']);
/** A fill of an order and the price that it should have had. */
const correction = { order_id: id, fill, price: z.string().check(z.minLength(1), z.maxLength(40)) };

/** A close, a cancel or a correction of a fill that staff decided for a client. */
export const deskDeed = z.object({
  id: z.int(),
  kind: z.enum(['close', 'cancel', 'correct']),
  order_id: z.int(),
  user_id: z.int(),
  uid: z.string(),
  code: z.string(),
  reason: z.string(),
  author: z.string(),
  /** Number of the change that a second person approved. */
  proposal_id: z.nullable(z.int()),
  /** decided: not yet known to be done. refused: the engine refused it, for the reason in `refusal`. */
  state: z.enum(['decided', 'done', 'refused']),
  refusal: z.nullable(z.string()),
  /** The text of `refusal` in the caller’s language. */
  message: z.nullable(z.string()),
  /** The price of a close, and the result in dollars. */
  close_price: z.nullable(decimal),
  profit: z.nullable(decimal),
  /** Of a correction: the fill, its new price, and the dollars that were booked (null until then). */
  fill: z.nullable(fill),
  price: z.nullable(decimal),
  amount: z.nullable(decimal),
  created_at: isoTime,
});

export const deskCalls = {
  deskOrder: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/desk/order',
    roles: dealers,
    changesState: false,
    personal: true,
    subject,
    summary: 'An order or a position of a client, with its present worth.',
    input: z.object({ order_id: id }),
    output: deskOrder,
  }),
  deskClose: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/desk/close',
    roles: dealers,
    changesState: true,
    idempotency: 'own',
    subject,
    summary:
      'Closes a position of a client at the present quote, also of a frozen one, by the rules of prices that hold for the client, and tells the client with the reason. Where the result exceeds the sums that one person may decide on real accounts, a change waits for a second administrator and closes at the quote of the approval.',
    input: z.object({ order_id: id, reason: staffReason }),
    output: z.object({
      /** null while a second person must approve. */
      deed: z.nullable(deskDeed),
      /** Number of the change that waits; null when the position was closed. */
      proposal: z.nullable(z.int()),
    }),
  }),
  deskCancel: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/desk/cancel',
    roles: dealers,
    changesState: true,
    idempotency: 'own',
    subject,
    summary: 'Cancels a pending order of a client, also of a frozen one, and tells the client with the reason.',
    input: z.object({ order_id: id, reason: staffReason }),
    output: deskDeed,
  }),
  deskCorrection: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/desk/correction',
    roles: dealers,
    changesState: false,
    personal: true,
    subject,
    summary: 'The value of a correction of a fill, before it is made.',
    input: z.object(correction),
    output: z.object({
      /** The price of the fill, and the one that stands for it now. */
      filled_price: decimal,
      from_price: decimal,
      price: decimal,
      /** Dollars of the change of the price, signed from the client’s side. */
      difference: decimal,
      /** The part of it that would be booked now. */
      amount: decimal,
      needs_approval: z.boolean(),
    }),
  }),
  deskCorrect: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/desk/correct',
    roles: dealers,
    changesState: true,
    idempotency: 'own',
    subject,
    summary:
      'Corrects the price of a fill: books the difference to the price that stands in one entry that names the order, and tells the client with the reason. The fill, its price and its entries stay. An account pays at most its free margin and its balance; the house waives the rest. Where the difference exceeds the sums that one person may decide on real accounts, a change waits for a second administrator.',
    input: z.object({ ...correction, reason: staffReason }),
    output: z.object({
      /** null while a second person must approve. */
      deed: z.nullable(deskDeed),
      /** Number of the change that waits; null when the fill was corrected. */
      proposal: z.nullable(z.int()),
    }),
  }),
  deskDeeds: defineStaffList({
    path: '/office/api/desk/list',
    roles: ['dealer', 'administrator', 'compliance', 'support'],
    personal: true,
    summary:
      'Positions that staff closed, orders that staff cancelled and fills that staff corrected for clients, newest first.',
    filters: { ...period, user_id: z.optional(id), kind: z.optional(deskDeed.shape.kind) },
    row: deskDeed,
  }),
} as const;
