import type {
  BurstMoved,
  DealingSet,
  GroupAssigned,
  GroupDefined,
  GroupRemoved,
  InstrumentDefined,
  InstrumentRemoved,
  RolloverBegun,
  RolloverEnded,
  RulesSet,
  SwapKept,
} from '../event.ts';
import { InvariantError, invariant } from './invariant.ts';
import type { State } from './state.ts';

/** Events about the terms that accounts trade under, and about times of the whole engine. */
type TermsEvent =
  | RolloverBegun
  | RolloverEnded
  | BurstMoved
  | SwapKept
  | InstrumentDefined
  | InstrumentRemoved
  | DealingSet
  | GroupDefined
  | GroupRemoved
  | GroupAssigned
  | RulesSet;

/** Applies an event about terms. */
export function foldTerms(state: State, event: TermsEvent): void {
  switch (event.type) {
    case 'rolloverBegun': {
      const { rolloverTime, weekday } = event;
      state.rollovers = [...state.rollovers, { rolloverTime, weekday }];
      return;
    }
    case 'rolloverEnded': {
      state.rollovers = state.rollovers.filter(({ rolloverTime }) => rolloverTime > event.rolloverTime);
      return;
    }
    case 'burstBegun':
    case 'burstEnded': {
      state.instrument(event.instrument).burst = event.type === 'burstBegun';
      if (event.type === 'burstEnded') state.expiries.recheck();
      return;
    }
    case 'swapKept':
      return keepSwap(state, event);
    case 'instrumentDefined':
      return state.define(event.instrument);
    case 'instrumentRemoved':
      return state.remove(event.instrument);
    case 'dealingSet':
      return state.restrict(event.instrument, event.mode);
    case 'groupDefined': {
      state.group(event.group.id).record = event.group;
      return;
    }
    case 'groupRemoved': {
      invariant(state.group(event.group).accounts === 0, () => `group ${event.group} is removed with accounts`);
      state.groups.delete(event.group);
      return;
    }
    case 'groupAssigned':
      return foldGroup(state, event);
    case 'rulesSet': {
      state.rules = event.rules;
      return;
    }
    default:
      throw new InvariantError(`unknown event ${JSON.stringify(event satisfies never)}`);
  }
}

/** A rollover keeps the first swap that it is given: that of its beginning. */
function keepSwap(state: State, { instrument, swap }: SwapKept): void {
  state.rollovers = state.rollovers.map((begun) => {
    const kept = begun.kept ?? [];
    if (kept.some((each) => each.instrument === instrument)) return begun;
    const all = [...kept, { instrument, swap }];
    return { ...begun, kept: all.sort((left, right) => left.instrument - right.instrument) };
  });
}

function foldGroup(state: State, { account: id, group }: GroupAssigned): void {
  const account = state.accounts.get(id);
  invariant(account !== undefined, () => `no account ${id}`);
  state.exposure.countAll(account, -1);
  account.group.accounts -= 1;
  account.group = state.group(group);
  account.group.accounts += 1;
  state.exposure.countAll(account, 1);
}
