import { type Lots, asLots } from '@fairlot/domain';
import { describe, expect, it } from 'vitest';
import {
  type CopyCommand,
  type CopyPort,
  type CopyRules,
  type Decision,
  copyKey,
  decide,
  feeDue,
  highWaterAfter,
  rotate,
} from '../index.ts';
import { type BreakableRules, CopyDisagreement, simulateCopying } from './index.ts';

const SOUND: CopyRules = { decide, rotate, copyKey, isFree: (left) => left === 0 };
const SEEDS = 30;

/** Changes the commands that a copy decides on. */
function commands(change: (command: CopyCommand) => CopyCommand): BreakableRules {
  const changed: typeof decide = (...of) => {
    const decision: Decision = decide(...of);
    return decision.type === 'command' ? { ...decision, command: change(decision.command) } : decision;
  };
  return { copying: { ...SOUND, decide: changed } };
}

/** Changes one method of the port. */
function port<Name extends keyof CopyPort>(name: Name, method: (of: CopyPort) => CopyPort[Name]): BreakableRules {
  return {
    port: (of) =>
      new Proxy(of, {
        get: (target, member) => {
          if (member === name) return method(target);
          const own: unknown = Reflect.get(target, member, target);
          return typeof own === 'function' ? own.bind(target) : own;
        },
      }),
  };
}

const step = 100n;
let keys = 0;

const BREAKAGES: Readonly<Record<string, () => BreakableRules>> = {
  'a size is rounded up': () =>
    commands((command) =>
      command.type === 'placeOrder' ? { ...command, lots: (command.lots + 5n * step) as Lots } : command,
    ),
  'a size is rounded down twice': () =>
    commands((command) =>
      command.type === 'placeOrder' && command.lots > 5n * step
        ? { ...command, lots: (command.lots - 5n * step) as Lots }
        : command,
    ),
  'a deed is done again after a crash': () => ({
    copying: {
      ...SOUND,
      copyKey: (copy, deed) => copyKey(copy, deed, (keys += 1)),
    },
    ...port('find', () => () => Promise.resolve(undefined)),
  }),
  'a skip is not recorded': () =>
    port(
      'record',
      (of) => (results) =>
        of.record(results.filter(({ result }) => result.type === 'done' || result.reason !== 'not_held')),
    ),
  'the whole is closed for a part': () =>
    commands((command) => (command.type === 'closePosition' ? { ...command, lots: undefined } : command)),
  'a part has the leader’s lots': () => ({
    copying: {
      ...SOUND,
      decide: (copy, deed, situation) => {
        const decision = decide(copy, deed, situation);
        if (decision.type !== 'command' || decision.command.type !== 'closePosition') return decision;
        const { change } = deed;
        return change.type === 'close' && decision.command.lots !== undefined
          ? { ...decision, command: { ...decision.command, lots: asLots(change.lots) } }
          : decision;
      },
    },
  }),
  'the same copy always comes first': () => ({ copying: { ...SOUND, rotate: (copies) => rotate(copies, 0) } }),
  'a paused copy opens': () => ({
    copying: { ...SOUND, decide: (copy, ...of) => decide({ ...copy, state: 'active' }, ...of) },
  }),
  'the allocation is no bound': () => ({
    copying: {
      ...SOUND,
      decide: (copy, deed, situation) => decide(copy, deed, { ...situation, margin: 0n as typeof situation.margin }),
    },
  }),
  'no answer is taken for a refusal': () =>
    port('submit', (of) => async (...command) => {
      const answer = await of.submit(...command);
      return !answer.ok && answer.reason === 'not_ready' ? { ok: false, reason: 'market_closed' } : answer;
    }),
  'a command without an answer is sent under another key': () =>
    port('submit', (of) => async (...command) => {
      const answer = await of.submit(...command);
      return !answer.ok && answer.reason === 'not_ready' ? { ok: false, reason: 'price_in_doubt' } : answer;
    }),
  'a deed is done although copies have left it': () =>
    port('begin', (of) => async (deeds) => {
      const stored = await of.begin(deeds);
      await of.finish(stored.map(({ number }) => number));
      return stored;
    }),
  'a deed overtakes one that its copier has left': () => ({ copying: { ...SOUND, isFree: () => true } }),
  'what was left is not looked for first': () => {
    const asked = new Set<string>();
    return port('find', (of) => async (copier, key) => {
      const isFirst = !asked.has(key);
      asked.add(key);
      return isFirst ? undefined : of.find(copier, key);
    });
  },
  'all wait for a shard that is away': () =>
    port('situation', (of) => async (...asked) => {
      for (;;) {
        const found = await of.situation(...asked);
        if (found !== undefined) return found;
        await of.pause(1);
      }
    }),
  'a fee has no high-water mark': () => ({
    fees: { feeDue: (basis) => feeDue({ ...basis, highWater: 0n as typeof basis.highWater }), highWaterAfter },
  }),
  'a fee is a micro-dollar too high': () => ({
    fees: {
      feeDue: (basis) => {
        const due = feeDue(basis);
        return due > 0n ? ((due + 1n) as typeof due) : due;
      },
      highWaterAfter,
    },
  }),
};

describe('the auditor of copying', { timeout: 600_000 }, () => {
  it.each(Object.keys(BREAKAGES))('objects when %s', async (name) => {
    const runs = async (): Promise<void> => {
      for (let seed = 1; seed <= SEEDS; seed += 1)
        await simulateCopying({ seed, steps: 400, leaders: 2, copiers: 16 }, BREAKAGES[name]?.());
    };
    const error: unknown = await runs().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CopyDisagreement);
    // The auditor must find it, not the store's own checks.
    expect((error as CopyDisagreement).cause).toBeUndefined();
  });
});
