import { type Group, type Instrument, lots, money, rate } from '@fairlot/domain';
import type { TradingEngine, TradingRules } from '@fairlot/engine';
import type { Random } from '@fairlot/engine/sim';
import { encode } from '../../../apps/server/src/trading/journal/codec.ts';
import type { SystemCommandDraft } from '../../../apps/server/src/trading/port.ts';

export const RULES: TradingRules = {
  feeMode: 'perLot',
  stopOutPercent: 50,
  demoFunds: money('20000'),
  maxOrdersPerAccount: 12,
};

function instrument(id: number, change: Partial<Instrument>): Instrument {
  return {
    id,
    code: `I${id}`,
    quoteCurrency: 'USD',
    pricePrecision: 5,
    lotStep: lots('0.01'),
    minLots: lots('0.01'),
    maxLots: lots('50'),
    unitsPerLot: 100_000n,
    marginMode: 'leveraged',
    leverages: [50, 100, 200],
    feeRate: rate('3'),
    swap: { mode: 'points', long: rate('-6.5'), short: rate('1.2'), tripleWeekday: 3 },
    conversion: null,
    staleAfterMs: 30_000,
    ...change,
  };
}

export const INSTRUMENTS: readonly Instrument[] = [
  instrument(1, {}),
  instrument(2, { feeRate: rate('5') }),
  instrument(3, { pricePrecision: 2, unitsPerLot: 100n }),
];

/** A change of what all shards have alike. */
export function someTerms(random: Random): SystemCommandDraft {
  const terms = random.pick(INSTRUMENTS);
  const group: Group = { id: 10 + random.between(0, 1), stopOutPercent: random.pick([30, 50, 80]), terms: [] };
  return random.pick<SystemCommandDraft>([
    { type: 'setRules', rules: { ...RULES, stopOutPercent: random.between(30, 90) } },
    { type: 'defineInstrument', instrument: { ...terms, feeRate: rate(String(random.between(1, 9))) } },
    {
      type: 'setDealing',
      instrument: terms.id,
      mode: random.pick(['normal', 'normal', 'halted', 'closeOnly']),
      staff: 1,
      memo: 'a test',
    },
    { type: 'defineGroup', group },
  ]);
}

/** True when an engine has what a command for all shards has set. */
export function hasTerms(engine: TradingEngine, draft: SystemCommandDraft): boolean {
  if (draft.type === 'setRules') return encode(engine.rules) === encode(draft.rules);
  if (draft.type === 'defineInstrument') return encode(engine.terms(draft.instrument.id)) === encode(draft.instrument);
  if (draft.type === 'setDealing') return (engine.restricted.get(draft.instrument) ?? 'normal') === draft.mode;
  if (draft.type === 'defineGroup')
    return engine.groups.some((group) => group.id === draft.group.id && encode(group) === encode(draft.group));
  return true;
}
