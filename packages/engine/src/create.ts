import type { OrderId } from './command.ts';
import { RULEBOOK } from './core/rulebook.ts';
import { State } from './core/state.ts';
import { ShardEngine } from './engine.ts';
import type { EngineImage } from './image.ts';
import { KeyMemory } from './keys/key-memory.ts';
import type { TradingEngine } from './port.ts';
import { stateFrom } from './snapshot/restore.ts';

/** Settings of an engine that the host may choose. */
export interface EngineOptions {
  /**
   * Number of recent idempotency keys whose outcomes stay in memory. Only the journal has the outcomes of older keys.
   */
  readonly recentKeys?: number;
  /**
   * Number of orders and accounts that one call of onQuote or work processes for a quote. More work is a burst
   * (BeginBurst), which goes on with the next calls of work.
   */
  readonly slice?: number | undefined;
}

/** Settings of an empty engine. */
export interface NewEngineOptions extends EngineOptions {
  /** Number of the first order, so that shards of one database never share order numbers. Default 1. */
  readonly firstOrder?: OrderId;
}

/** Settings of a restored engine. */
export interface RestoreOptions extends EngineOptions {
  /** The keys that an earlier engine of this shard released. Replaces those of the image. */
  readonly keys?: KeyMemory | undefined;
  /**
   * True for an engine that replays the rows after the image: markets are in doubt only where the journal says so. Without
   * it, each market waits for a quote of its source.
   */
  readonly replays?: boolean;
}

const RECENT_KEYS = 50_000;
/** A few milliseconds of work, and as much again to write it to a journal. */
const SLICE = 512;

/** Creates an empty engine. */
export function createEngine({
  recentKeys = RECENT_KEYS,
  slice = SLICE,
  firstOrder = 1,
}: NewEngineOptions = {}): TradingEngine {
  const state = new State();
  state.nextOrder = firstOrder;
  return new ShardEngine(state, new KeyMemory(recentKeys, [], true), RULEBOOK, slice);
}

/** Creates an engine from an image. Throws InvariantError when the image is inconsistent. */
export function restoreEngine(image: EngineImage, options: RestoreOptions = {}): TradingEngine {
  const { recentKeys = RECENT_KEYS, slice = SLICE, replays = false } = options;
  const { keys = new KeyMemory(recentKeys, image.keyMarks, image.seq === 0) } = options;
  const state = stateFrom(image, RULEBOOK);
  if (replays) for (const view of image.markets) state.instrument(view.instrument).confirmed = view.doubt !== true;
  return new ShardEngine(state, keys, RULEBOOK, slice);
}
