import { money } from '@fairlot/domain';
import { createEngine } from '@fairlot/engine';
import type { TradingEngine } from '@fairlot/engine';
import { INSTRUMENTS, TIME, instrumentOf, markupIn, quoteOf } from './preview-scene.test-support.ts';
import type { Scene } from './preview-scene.test-support.ts';

/** Creates an engine in the scene's initial state. */
export function engineIn({ id: traded, own, others, quoted, feeMode, group }: Scene): TradingEngine {
  const engine = createEngine();
  engine.submit({
    type: 'setRules',
    time: TIME,
    rules: { feeMode: 'perLot', stopOutPercent: 50, demoFunds: money('10000'), maxOrdersPerAccount: 200 },
  });
  for (const instrument of INSTRUMENTS)
    engine.submit({ type: 'defineInstrument', time: TIME, instrument: { ...instrument, feeMode } });
  for (const { id } of INSTRUMENTS) {
    const { open, doubt, age } = id === traded ? own : others;
    engine.setOpen(id, open);
    if (quoted) engine.onQuote(quoteOf(id, TIME - age, instrumentOf(id)), TIME);
    engine.setDoubt(id, doubt);
  }
  if (group !== undefined) {
    const terms = INSTRUMENTS.map((instrument) => ({
      instrument: instrument.id,
      markup: markupIn(group, instrument),
      commission: group.commission,
    }));
    engine.submit({ type: 'defineGroup', time: TIME, group: { id: 5, terms } });
  }
  engine.submit({
    type: 'openAccount',
    time: TIME,
    account: 1,
    key: 'opening-1',
    kind: 'demo',
    ...(group !== undefined && { group: 5 }),
  });
  return engine;
}
