import { z } from 'zod/mini';

/** Groups of accounts besides the two of new accounts, rules of one group, and tiers of one rule. */
export const MOST_GROUPS = 50;
export const MOST_GROUP_RULES = 500;
export const MOST_GROUP_TIERS = 20;

/** Lowest and highest levels of a group, in per cent. The margin call is above the stop-out. */
export const GROUP_LEVEL_BOUNDS = { stop_out_percent: [10, 90], margin_call_percent: [11, 1000] } as const;
/** Highest commission rates: dollars per lot, factor of the margin, dollars per million dollars of notional. */
export const MOST_COMMISSION = { perLot: 1000, ofMargin: 1, perMillion: 1000 } as const;
/** Highest premium, and farthest least distance, of a guaranteed stop, in per cent of the price. */
export const MOST_GUARANTEE_PERCENT = 50;
/** Highest markup of one side, in per cent of the price. */
export const MOST_MARKUP_PERCENT = 2;

const rate = z.string().check(z.regex(/^(0|[1-9]\d{0,8})(\.\d{1,8})?$/));
const signedRate = z.string().check(z.regex(/^-?(0|[1-9]\d{0,8})(\.\d{1,8})?$/));
const points = z.int().check(z.gte(0), z.lte(1_000_000_000));
const level = ([least, most]: readonly [number, number]) => z.nullable(z.int().check(z.gte(least), z.lte(most)));

/** The distance of the clients' prices from the market's. */
export const groupMarkup = z.discriminatedUnion('mode', [
  /** The instrument's smallest steps of price, for each side. */
  z.object({ mode: z.literal('points'), bid: points, ask: points }),
  /** Per cent of the usual spread, for each side. Saving resolves it to a distance, which then stays. */
  z.object({ mode: z.literal('spreadShare'), percent: z.string().check(z.regex(/^(0|[1-9]\d{0,3})(\.\d{1,2})?$/)) }),
]);

/** The overnight charge. Without one of its own a rule has the instrument's. */
export const groupSwap = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('free') }),
  /** Price steps per lot and night, signed from the client’s side. */
  z.object({ mode: z.literal('points'), long: signedRate, short: signedRate }),
  z.object({ mode: z.literal('annualPercent'), long: signedRate, short: signedRate }),
]);

/** Guaranteed stops, in the instrument’s smallest steps of price. `none`: not offered, although the category has them. */
export const groupGuarantee = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('none') }),
  z.object({ mode: z.literal('points'), premium: points, distance: points }),
]);

/** From an exposure in whole dollars on, the highest leverage. The first begins at 0, and leverage falls. */
export const groupTier = z.object({
  from_usd: z.string().check(z.regex(/^(0|[1-9]\d{0,11})$/)),
  leverage: z.int().check(z.gte(1), z.lte(2000)),
});

/**
 * The terms of a category or of one instrument. Null: as the rule of the category has it, and without that as the
 * instrument itself has it. Each value is looked up on its own: a rule of an instrument does not hide the other values of
 * its category’s.
 */
export const groupRule = z.object({
  scope: z.enum(['category', 'instrument']),
  /** Number of the category or the instrument. */
  id: z.int().check(z.positive()),
  markup: z.nullable(groupMarkup),
  commission: z.nullable(z.object({ mode: z.enum(['perLot', 'ofMargin', 'perMillion']), rate })),
  swap: z.nullable(groupSwap),
  /** The highest leverage of a new order. */
  max_leverage: z.nullable(z.int().check(z.gte(1), z.lte(2000))),
  /** An empty list: none, although the category has some. */
  tiers: z.nullable(z.array(groupTier).check(z.maxLength(MOST_GROUP_TIERS))),
  /** False: nothing is opened in it. Closing stays possible. */
  offered: z.nullable(z.boolean()),
  /** Absent in definitions from before guaranteed stops; without a rule they are not offered. */
  guarantee: z.optional(z.nullable(groupGuarantee)),
});

/** Margin of both sides, of the larger one, or none for hedged volume. */
export const groupHedgedMargin = z.enum(['both', 'larger', 'none']);

/** All that an operator says about a group. */
export const groupDefinition = z.object({
  /** Unique, whatever the case of its letters. */
  name: z.pipe(
    z.string().check(z.maxLength(200)),
    z.pipe(
      z.transform((text: string) => text.trim()),
      z.string().check(z.minLength(1), z.maxLength(60), z.regex(/^[^\p{Cc}]*$/u)),
    ),
  ),
  note: z.string().check(
    z.maxLength(500),
    z.refine((text) => !text.includes('\0')),
  ),
  /** Null: the site’s levels. */
  stop_out_percent: level(GROUP_LEVEL_BOUNDS.stop_out_percent),
  margin_call_percent: level(GROUP_LEVEL_BOUNDS.margin_call_percent),
  /** The margin that opposite positions in one instrument use; absent: that of both sides. */
  hedged_margin: z.optional(groupHedgedMargin),
  rules: z.array(groupRule).check(z.maxLength(MOST_GROUP_RULES)),
});

export type GroupDefinition = z.infer<typeof groupDefinition>;
export type GroupRule = z.infer<typeof groupRule>;

/**
 * True when a change of a group’s definition concerns open positions: stop-out level, hedged margin, swap or tiers. The rest concerns
 * new orders only, and the margin call only warns.
 */
export function concernsOpenPositions(before: GroupDefinition, after: GroupDefinition): boolean {
  const held = ({ stop_out_percent: stopOut, hedged_margin: hedged = 'both', rules }: GroupDefinition) =>
    JSON.stringify([
      stopOut,
      hedged,
      rules
        .filter(({ swap, tiers }) => swap !== null || tiers !== null)
        .map(({ scope, id, swap, tiers }) => [scope, id, swap, tiers] as const)
        .sort(([one, first], [other, second]) => (one === other ? first - second : one < other ? -1 : 1)),
    ]);
  return held(before) !== held(after);
}
