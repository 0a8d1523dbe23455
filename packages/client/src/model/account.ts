import { type forexTrade, user } from '@fairlot/contract';
import { z } from 'zod/mini';
import type { ReadOptions, Reader } from './read.ts';

/** An open position's live figures, as decimal texts: they change every second and are only shown. */
export interface PositionFigures {
  /** The closing side of the market now. */
  readonly closePrice: string;
  readonly profit: string;
}

/** A margin call, and what brings the account back above its level: the deposit alone, or all of the closes. */
export interface MarginCall {
  /** In per cent. */
  readonly level: number;
  readonly stopOut: number;
  /** Decimal text in dollars. */
  readonly deposit: string;
  /** Empty when closing does not help. */
  readonly closes: readonly { readonly order: number; readonly showCode: string; readonly lots: string }[];
}

/** Open positions of one side: their lots, own margins and exposure, as decimal texts. */
export interface SideView {
  readonly lots: string;
  readonly margin: string;
  readonly exposure: string;
}

/** Open positions in an instrument: own margins and exposure, and both sides where the group has hedged margin. */
export interface HoldingView extends Omit<SideView, 'lots'> {
  readonly buy?: SideView | undefined;
  readonly sell?: SideView | undefined;
}

/** The signed-in account as the server values it. Decimal texts in dollars; ratios in per cent. */
export interface AccountView {
  /** True while the figures are up to date; false when they are the last known ones. */
  readonly current: boolean;
  readonly floatingProfit: string;
  /** Used margin ÷ equity; null when equity is zero or below. */
  readonly riskRate: string | null;
  readonly usedMargin: string;
  /** The account's money without what is held for withdrawals. Reserves of pending orders are a part of it. */
  readonly balance: string;
  /** Money that nothing freezes. */
  readonly available: string;
  /** Frozen by pending orders and by withdrawals under review. */
  readonly frozen: string;
  readonly equity: string;
  readonly freeMargin: string;
  /** Equity ÷ used margin; null without open positions. */
  readonly marginLevel: string | null;
  /** Present at or below the margin call. */
  readonly marginCall: MarginCall | undefined;
  /** Positions by the number of their order. A position that is missing is not open. */
  readonly positions: ReadonlyMap<number, PositionFigures>;
  /** Another number after each change of the account or of one of its orders; undefined if the server states none. */
  readonly version: number | undefined;
  /** Open positions by instrument, where it has tiers of leverage or hedged margin. */
  readonly holdings: ReadonlyMap<number, HoldingView>;
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
  /** Dollars, as decimal texts: money that nothing freezes, and frozen money. */
  readonly available: string;
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
    available: record.Available,
    frozen: record.LockBalance,
    equity: record.NetValue,
    freeMargin: record.FreeMargin,
    marginLevel: record.PrepaymentRatio,
    marginCall: record.MarginCall && marginCallFrom(record.MarginCall),
    positions: new Map(
      record.TransOrder.map((order) => [order.Id, { closePrice: order.UpdatePrice, profit: order.FactProfits }]),
    ),
    version: record.Version,
    holdings: new Map(
      (record.Holdings ?? []).map(({ Id, Margin, Exposure, Buy, Sell }) => [
        Id,
        { margin: Margin, exposure: Exposure, buy: Buy && sideFrom(Buy), sell: Sell && sideFrom(Sell) },
      ]),
    ),
  };
}

function sideFrom(record: { Quantity: string; Margin: string; Exposure: string }): SideView {
  return { lots: record.Quantity, margin: record.Margin, exposure: record.Exposure };
}

function marginCallFrom({
  Level: level,
  StopOut: stopOut,
  Deposit: deposit,
  Close: closes,
}: NonNullable<z.output<typeof forexTrade>['MarginCall']>): MarginCall {
  return {
    level,
    stopOut,
    deposit,
    closes: closes.map(({ Id, ShowCode, Quantity }) => ({ order: Id, showCode: ShowCode, lots: Quantity })),
  };
}

export function userFrom(record: UserRecord): User {
  const { is_demo: demo, invite_code: inviteCode, balance: available, lock_balance: frozen, ...same } = record;
  return { ...same, isDemo: demo === 1, inviteCode, available, frozen };
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
  return { id, uid, isDemo: demo === 1, email: '', mobile: '', inviteCode: '', available: '', frozen: '' };
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
