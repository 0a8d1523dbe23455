import type { Expiry, Order } from '@fairlot/client';
import { MOST_EXPIRY_MS, parsePrice } from '@fairlot/domain';
import type { PendingKind, Price, PriceTerms } from '@fairlot/domain';
import { figure, levelValue } from './levels.ts';
import type { LevelDraft, Levels } from './levels.ts';
import type { Problem } from './problem.ts';

/** The expiry of a pending order as typed. `until`: local date and time, as the browser's field has it. */
export interface ExpiryDraft {
  readonly choice: 'cancelled' | 'day' | 'time';
  readonly until: string;
}

/** Conditions of a pending order as typed; undefined texts are off. */
export interface ConditionDraft {
  readonly expiry: ExpiryDraft;
  /** The limit of a stop-limit order. */
  readonly limit: string | undefined;
  /** The price of a second order that is linked with the first. */
  readonly linked: string | undefined;
  /** Stop-loss and take-profit of the second order; absent: off. */
  readonly linkedLevels?: Levels | undefined;
}

export const NO_CONDITIONS: ConditionDraft = {
  expiry: { choice: 'cancelled', until: '' },
  limit: undefined,
  linked: undefined,
};

const MINUTE_MS = 60_000;

/** A moment in the form of the browser's field, in the device's time zone. */
export function localText(time: number): string {
  const shifted = new Date(time - new Date(time).getTimezoneOffset() * MINUTE_MS);
  return shifted.toISOString().slice(0, 16);
}

/** The expiry of an order for the form. */
export function expiryDraft({ expiresAt }: Pick<Order, 'expiresAt'>): ExpiryDraft {
  return expiresAt === undefined ? NO_CONDITIONS.expiry : { choice: 'time', until: localText(expiresAt) };
}

/** The expiry to send; undefined for good till cancelled, and for a time that is not one. */
export function expiryOf({ choice, until }: ExpiryDraft): Expiry | undefined {
  if (choice !== 'time') return choice === 'day' ? 'day' : undefined;
  const time = new Date(until).getTime();
  return Number.isNaN(time) ? undefined : time;
}

/** The problem of an expiry at a moment of the market's time. */
export function expiryProblem(draft: ExpiryDraft, now: number): Problem | undefined {
  const expiry = expiryOf(draft);
  if (draft.choice !== 'time' || (typeof expiry === 'number' && expiry > now && expiry <= now + MOST_EXPIRY_MS))
    return undefined;
  return { key: 'expiry_invalid' };
}

/** The problem of the conditions of a new order. */
export function conditionProblem(
  { expiry, limit, linked }: ConditionDraft,
  terms: PriceTerms,
  kind: PendingKind | undefined,
  now: number,
): Problem | undefined {
  const prices = [kind === 'stop' ? limit : undefined, linked].filter((text) => text !== undefined);
  if (prices.some((text) => parsePrice(figure(text), terms) === undefined)) return { key: 'price_invalid' };
  return expiryProblem(expiry, now);
}

/** The limit of a new order, as text; undefined is off. Only a stop has one. */
export function limitText(conditions: ConditionDraft | undefined, kind: PendingKind | undefined): string | undefined {
  return kind !== 'stop' || conditions?.limit === undefined ? undefined : figure(conditions.limit);
}

/** The conditions as fields of a new order, without its limit. */
export function conditionFields({ expiry, linked, linkedLevels }: ConditionDraft): {
  readonly expiry: Expiry | undefined;
  readonly linkedTarget: string | undefined;
  readonly linkedStopLoss?: string | undefined;
  readonly linkedTakeProfit?: string | undefined;
} {
  return {
    expiry: expiryOf(expiry),
    linkedTarget: linked === undefined ? undefined : figure(linked),
    ...(linked !== undefined &&
      linkedLevels !== undefined && {
        linkedStopLoss: sentLevel(linkedLevels.stopLoss),
        linkedTakeProfit: sentLevel(linkedLevels.takeProfit),
      }),
  };
}

function sentLevel(level: LevelDraft): string | undefined {
  return levelValue(level) ?? undefined;
}

/** The limit that a pending order keeps in an amendment to a kind. One that waits as a limit order has none any more. */
export function limitKept(
  { kind: present, limitPrice }: Pick<Order, 'kind' | 'limitPrice'>,
  kind: PendingKind | undefined,
): Price | undefined {
  return present === 'stop' && kind === 'stop' ? limitPrice : undefined;
}

/** The kind to send with an amendment. Without one, a stop-limit order that stays a stop keeps its limit. */
export function amendedKind(
  order: Pick<Order, 'kind' | 'limitPrice'>,
  kind: PendingKind | undefined,
): PendingKind | undefined {
  return limitKept(order, kind) === undefined ? kind : undefined;
}
