import type { SampleStrategy } from '@fairlot/contract';
import type { Copy } from '@fairlot/copying';
import { type Money, asLots, asMoney, asRate } from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import type { Selectable } from 'kysely';
import type { StoredLimit } from '../../db/tables/copying.ts';
import type { Tables } from '../../db/tables/index.ts';

/** A copy as the table has it. */
export type CopyRow = Selectable<Tables['copies']>;

/** A running copy in memory: what its deeds are decided by, and its result so far. */
export interface RunningCopy extends Copy {
  readonly feePercent: number;
  readonly realised: Money;
  readonly fees: Money;
}

/** The account that may be copied, as the ranking names it. */
export interface Leader {
  readonly account: AccountId;
  /** The public number of the entry. */
  readonly number: number;
  /** Undefined for a sample strategy, whose name depends on the reader's language. */
  readonly name: string | undefined;
  readonly isDemo: boolean;
  readonly strategy: SampleStrategy | undefined;
}

/** The terms of a copy as the table has them. */
export function termsOf(row: CopyRow): Copy['terms'] {
  return {
    allocation: asMoney(row.allocation),
    multiple: asRate(row.multiple),
    stopLoss: row.stop_loss === null ? undefined : asMoney(row.stop_loss),
    maxLeverage: row.max_leverage ?? undefined,
    maxSlippage: asRate(row.max_slippage),
    instruments: new Map(row.instruments.map(({ id, lots }) => [id, { maxLots: asLots(BigInt(lots)) }])),
  };
}

/** The columns of terms. */
export function columnsOf(terms: Copy['terms']) {
  const limits: StoredLimit[] = [...terms.instruments].map(([id, { maxLots }]) => ({ id, lots: String(maxLots) }));
  return {
    allocation: terms.allocation as bigint,
    multiple: terms.multiple as bigint,
    stop_loss: terms.stopLoss ?? null,
    max_leverage: terms.maxLeverage ?? null,
    max_slippage: terms.maxSlippage as bigint,
    instruments: JSON.stringify(limits),
  };
}

export function runningOf(row: CopyRow): RunningCopy {
  return {
    id: Number(row.id),
    leader: Number(row.leader_id),
    copier: Number(row.user_id),
    state: row.state,
    terms: termsOf(row),
    since: Number(row.since),
    feePercent: row.fee_percent,
    realised: asMoney(row.realised),
    fees: asMoney(row.fees),
  };
}
