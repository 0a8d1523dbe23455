import { type Lots, type Money, type Price, divide } from '@fairlot/domain';
import type { ClientCommand, TradingEngine } from '../index.ts';
import { bound, broken } from './broken-engine.test-support.ts';
import type { EngineMaker } from './index.ts';

/** Changes commands on their way to the engine. */
function withCommands(change: (command: ClientCommand) => ClientCommand) {
  return (engine: TradingEngine): TradingEngine => {
    const submit: TradingEngine['submit'] = (command, fresh) =>
      engine.submit('key' in command ? change(command) : command, fresh);
    return new Proxy(engine, { get: (target, name) => (name === 'submit' ? submit : bound(target, name)) });
  };
}

const step = (command: ClientCommand): ClientCommand =>
  command.type === 'closePosition' && command.lots !== undefined
    ? { ...command, lots: (command.lots - 1n) as Lots }
    : command;

/** Engines that break a rule of partial closes, closes by opposite positions, or closes of several positions. */
export const PART_BREAKAGES: Readonly<Record<string, () => EngineMaker>> = {
  'a share is rounded down': () =>
    broken({ shareOf: (amount, part, whole) => divide(amount * part, whole, 'down') as Money }),
  'the rest keeps the figures of the whole': () => broken({ shareOf: () => 0n as Money }),
  'a partial close ends the whole position': () =>
    broken(
      {},
      withCommands((command) => (command.type === 'closePosition' ? { ...command, lots: undefined } : command)),
    ),
  'a part is not checked against the step': () => broken({}, withCommands(step)),
  'opposite positions pay the spread again': () => broken({ oppositePrice: (_terms, { bid }) => bid }),
  'opposite positions close off the grid': () =>
    broken({ oppositePrice: (_terms, { bid, ask }) => ((bid + ask) / 2n) as Price }),
  'winners are closed with the losers': () =>
    broken(
      {},
      withCommands((command) => (command.type === 'closeAll' ? { ...command, scope: 'all' } : command)),
    ),
  'positions in other instruments are closed as well': () =>
    broken(
      {},
      withCommands((command) => (command.type === 'closeAll' ? { ...command, instrument: undefined } : command)),
    ),
};
