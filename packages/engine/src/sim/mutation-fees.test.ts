import { type Money, negate } from '@fairlot/domain';
import { describe, expect, it } from 'vitest';
import { type ClientCommand, InvariantError, type TradingEngine } from '../index.ts';
import { bound, broken, firstDisagreement } from './broken-engine.test-support.ts';
import { Disagreement, type EngineMaker } from './index.ts';

function turned(command: ClientCommand): ClientCommand {
  return command.type === 'payCopyFee' ? { ...command, type: 'chargeCopyFee' } : command;
}

/** Charges the leader instead of paying it. */
function withoutPayment(engine: TradingEngine): TradingEngine {
  const submit: TradingEngine['submit'] = (command, fresh) =>
    engine.submit('key' in command ? turned(command) : command, fresh);
  return new Proxy(engine, { get: (target, name) => (name === 'submit' ? submit : bound(target, name)) });
}

const BREAKAGES: Readonly<Record<string, () => EngineMaker>> = {
  'a fee takes more than the copier has': () => broken({ feeTaken: (fee) => fee }),
  'a fee takes all that the copier has': () => broken({ feeTaken: (_fee, available) => available }),
  'a fee is a micro-dollar short': () =>
    broken({ feeTaken: (fee, available) => (fee < available ? ((fee - 1n) as Money) : available) }),
  'a fee is paid to the copier': () => broken({ feeTaken: negate }),
  'a leader is charged the fee': () => broken({}, withoutPayment),
};

describe('the auditor of fees of copies', { timeout: 600_000 }, () => {
  it.each(Object.keys(BREAKAGES))('objects when %s', (name) => {
    const error = firstDisagreement(BREAKAGES[name]?.());
    expect(error).toBeInstanceOf(Disagreement);
    // The auditor must find it, not the engine's own checks.
    expect((error as Disagreement).cause).not.toBeInstanceOf(InvariantError);
  });
});
