import { DEFAULT_GROUPS } from '@fairlot/domain';
import type { MarketView } from '../command.ts';
import type { Account, State } from '../core/state.ts';
import type { AccountRecord, EngineImage } from '../image.ts';

/** The state as plain records, each list by ascending number. */
export function imageOf(state: State, keyMarks: EngineImage['keyMarks']): EngineImage {
  return {
    seq: state.seq,
    time: state.time,
    nextOrder: state.nextOrder,
    nextTransfer: state.nextTransfer,
    rules: state.rules,
    rollovers: state.rollovers,
    bursts: byId(state.instruments)
      .filter(({ burst }) => burst)
      .map(({ id }) => id),
    restricted: byId(state.instruments)
      .filter(({ mode }) => mode !== 'normal')
      .map(({ id, mode }) => ({ instrument: id, mode })),
    groups: byId(state.groups)
      .map(({ record }) => record)
      .filter((record) => record !== undefined),
    corrected: [...state.corrected.values()].sort((left, right) => left.order - right.order),
    instruments: byId(state.instruments)
      .map(({ terms }) => terms)
      .filter((terms) => terms !== undefined),
    markets: byId(state.instruments)
      .map((instrument) => instrument.view())
      .filter((view): view is MarketView => view !== undefined),
    accounts: byId(state.accounts).map(accountRecord),
    orders: byId(state.orders).map((order) => order.record()),
    withdrawals: byId(state.withdrawals),
    keyMarks,
  };
}

export function accountRecord(account: Account): AccountRecord {
  const { id, kind, group, cash, orderReserve, withdrawalHold, swapThrough } = account;
  const own = group.id === DEFAULT_GROUPS[kind] ? {} : { group: group.id };
  return { id, kind, ...own, cash, orderReserve, withdrawalHold, swapThrough };
}

function byId<T extends { readonly id: number }>(records: { values(): Iterable<T> }): T[] {
  return [...records.values()].sort((left, right) => left.id - right.id);
}
