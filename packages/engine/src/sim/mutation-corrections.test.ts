import { type Money, negate } from '@fairlot/domain';
import { describe, expect, it } from 'vitest';
import { RULEBOOK } from '../core/rulebook.ts';
import { type Event, InvariantError, type Party, type TradingEngine } from '../index.ts';
import { bound, broken, firstDisagreement } from './broken-engine.test-support.ts';
import { Disagreement, type EngineMaker } from './index.ts';

const MUCH = (10n ** 18n) as Money;

/** Returns images without the corrections of fills. */
function withoutCorrections(engine: TradingEngine): TradingEngine {
  const image: TradingEngine['image'] = () => ({ ...engine.image(), corrected: [] });
  return new Proxy(engine, { get: (target, name) => (name === 'image' ? image : bound(target, name)) });
}

/** Does not count what the house covered when the trade ended. */
function withoutCovers(engine: TradingEngine): TradingEngine {
  const submit: TradingEngine['submit'] = (command, fresh) => {
    const isOfEnded = command.type === 'correctFill' && command.ended !== undefined;
    return engine.submit(isOfEnded ? { ...command, ended: { ...command.ended, covered: undefined } } : command, fresh);
  };
  return new Proxy(engine, { get: (target, name) => (name === 'submit' ? submit : bound(target, name)) });
}

/** Books corrections to the next account. */
function withCorrectionsOfOthers(engine: TradingEngine): TradingEngine {
  const submit: TradingEngine['submit'] = (command, fresh) => {
    const submission = engine.submit(command, fresh);
    if (submission.kind !== 'applied' || command.type !== 'correctFill') return submission;
    const [row, ...others] = submission.rows;
    return { ...submission, rows: [{ ...row, events: row.events.map(toNextAccount) }, ...others] };
  };
  return new Proxy(engine, { get: (target, name) => (name === 'submit' ? submit : bound(target, name)) });
}

function toNextAccount(event: Event): Event {
  if (event.type !== 'transferred') return event;
  return { ...event, debit: nextParty(event.debit), credit: nextParty(event.credit) };
}

function nextParty(party: Party): Party {
  return 'house' in party ? party : { ...party, account: party.account + 1 };
}

const BREAKAGES: Readonly<Record<string, () => EngineMaker>> = {
  'a correction has the wrong sign': () =>
    broken({ correctionAmount: (difference, ...rest) => RULEBOOK.correctionAmount(negate(difference), ...rest) }),
  'a correction is booked twice': () =>
    broken({
      correctionAmount: (difference, ...rest) => RULEBOOK.correctionAmount((2n * difference) as Money, ...rest),
    }),
  'a correction takes more than the account has': () =>
    broken({ correctionAmount: (difference, waived) => RULEBOOK.correctionAmount(difference, waived, MUCH) }),
  'a correction pays what was waived before': () =>
    broken({
      correctionAmount: (difference, _waived, payable) => RULEBOOK.correctionAmount(difference, 0n as Money, payable),
    }),
  'a correction pays what was covered at the close': () => broken({}, withoutCovers),
  'a recovery forgets the corrected prices': () => broken({}, withoutCorrections),
  'a correction is booked to another account': () => broken({}, withCorrectionsOfOthers),
};

describe('the auditor of corrected fills', { timeout: 600_000 }, () => {
  it.each(Object.keys(BREAKAGES))('objects when %s', (name) => {
    const error = firstDisagreement(BREAKAGES[name]?.(), ({ halting }) => halting > 0);
    expect(error).toBeInstanceOf(Disagreement);
    // The auditor must find it, not the engine's own checks.
    expect((error as Disagreement).cause).not.toBeInstanceOf(InvariantError);
  });
});
