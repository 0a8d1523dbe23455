import { RULEBOOK, type Rulebook } from '../core/rulebook.ts';
import { State } from '../core/state.ts';
import { ShardEngine } from '../engine.ts';
import type { TradingEngine } from '../index.ts';
import { KeyMemory } from '../keys/key-memory.ts';
import { stateFrom } from '../snapshot/restore.ts';
import { type EngineMaker, runSimulation } from './index.ts';
import { Random, type RunProfile, profileOf } from './random.ts';

/** Runs until the auditor objects. Most cases take a few, the rarest a hundred. */
const SEEDS = 200;

/** Engines with one broken rule. A wrapper breaks behaviour that no rule covers, `Keys` the memory of keys. */
export function broken(
  change: Partial<Rulebook>,
  wrap: (engine: TradingEngine) => TradingEngine = (engine) => engine,
  Keys: typeof KeyMemory = KeyMemory,
): EngineMaker {
  const rulebook = { ...RULEBOOK, ...change };
  return {
    create: (slice) => wrap(new ShardEngine(new State(), new Keys(50), rulebook, slice)),
    restore: (image, slice, keys = new Keys(50, image.keyMarks)) =>
      wrap(new ShardEngine(stateFrom(image, rulebook), keys, rulebook, slice)),
  };
}

/** A member of an engine that a wrapper leaves as it is. */
export function bound(engine: TradingEngine, name: string | symbol): unknown {
  const member: unknown = Reflect.get(engine, name, engine);
  return typeof member === 'function' ? member.bind(engine) : member;
}

/**
 * The first objection of the auditor to an engine; undefined when it has none. `concerns` leaves out the runs that lack
 * what is broken, and a later first seed some that have it, to save time.
 */
export function firstDisagreement(
  maker: EngineMaker | undefined,
  concerns: (profile: RunProfile) => boolean = () => true,
  first = 1,
): unknown {
  try {
    for (let seed = first; seed < first + SEEDS; seed += 1)
      if (concerns(profileOf(new Random(seed), seed))) runSimulation({ seed, commands: 2000 }, maker);
  } catch (error) {
    return error;
  }
  return undefined;
}
