import { type forexTrade, user } from '@fairlot/contract';
import { z } from 'zod/mini';
import type { ReadOptions, Reader } from './read.ts';

/** An open position's live figures, as decimal texts: they change every second and are only shown. */
export interface PositionFigures {
  /** The closing side of the market now. */
  readonly closePrice: string;
  readonly profit: string;
}

/** The signed-in account as the server values it. Decimal texts in dollars; ratios in per cent. */
export interface AccountView {
  /** True while the figures are up to date; false when they are the last known ones. */
  readonly current: boolean;
  readonly floatingProfit: string;
  /** Used margin ÷ equity; null when equity is zero or below. */
  readonly riskRate: string | null;
  readonly usedMargin: string;
  readonly balance: string;
  /** Frozen by pending orders and by withdrawals under review. */
  readonly frozen: string;
  readonly equity: string;
  readonly freeMargin: string;
  /** Equity ÷ used margin (prepayment ratio); null without open positions. */
  readonly marginLevel: string | null;
  /** Positions by the number of their order. A position that is missing is not open. */
  readonly positions: ReadonlyMap<number, PositionFigures>;
}

/** The signed-in user. */
export interface User {
  readonly id: number;
  readonly uid: string;
  readonly email: string;
  /** International number of a user who registered with a mobile phone; empty otherwise. */
  readonly mobile: string;
  readonly isDemo: boolean;
  readonly inviteCode: string;
  /** Dollars, as decimal texts. */
  readonly balance: string;
  readonly frozen: string;
}

type UserRecord = z.output<typeof user>;

export function accountViewFrom(record: z.output<typeof forexTrade>): AccountView {
  return {
    current: true,
    floatingProfit: record.ProfitsTotal,
    riskRate: record.HazardRate,
    usedMargin: record.CautionMoneyAll,
    balance: record.Balance,
    frozen: record.LockBalance,
    equity: record.NetValue,
    freeMargin: record.FreeMargin,
    marginLevel: record.PrepaymentRatio,
    positions: new Map(
      record.TransOrder.map((order) => [order.Id, { closePrice: order.UpdatePrice, profit: order.FactProfits }]),
    ),
  };
}

export function userFrom(record: UserRecord): User {
  const { is_demo: demo, invite_code: inviteCode, lock_balance: frozen, ...same } = record;
  return { ...same, isDemo: demo === 1, inviteCode, frozen };
}

/** The part of a signed-in user that a device may store: no address, balance or other personal data. */
export const rememberedUser = z.pick(user, { id: true, uid: true, is_demo: true });

export function rememberedRecord({ id, uid, isDemo }: User): z.output<typeof rememberedUser> {
  return { id, uid, is_demo: isDemo ? 1 : 0 };
}

/** The stored user: `known` if it is the same one, otherwise with empty fields until the server has answered. */
export function userFromRemembered(record: z.output<typeof rememberedUser>, known: User | null): User {
  if (known?.uid === record.uid) return known;
  const { id, uid, is_demo: demo } = record;
  return { id, uid, isDemo: demo === 1, email: '', mobile: '', inviteCode: '', balance: '', frozen: '' };
}

export async function readUser(api: Reader, options: ReadOptions): Promise<User> {
  return userFrom(await api.call('userInfo', {}, options));
}

/** The answer to a sign-in. */
export interface SignedIn {
  readonly token: string;
  readonly user: User;
  /** Identifies the demo account of this device. */
  readonly demoId?: string;
}

export function signedInFrom(answer: {
  readonly token: string;
  readonly user: UserRecord;
  readonly demo_id?: string;
}): SignedIn {
  const { token, user: record, demo_id: demoId } = answer;
  return { token, user: userFrom(record), ...(demoId !== undefined && { demoId }) };
}

/** Signs in to the demo account of this device, or creates one. */
export async function signInToDemo(api: Reader, demoId: string | null, options: ReadOptions): Promise<SignedIn> {
  return signedInFrom(await api.call('createDemo', demoId === null ? {} : { demo_id: demoId }, options));
}
