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
}

/** Settings of a restored engine. */
export interface RestoreOptions extends EngineOptions {
  /** The keys that an earlier engine of this shard released. Replaces those of the image. */
  readonly keys?: KeyMemory | undefined;
}

const RECENT_KEYS = 50_000;

/** Creates an empty engine. */
export function createEngine({ recentKeys = RECENT_KEYS }: EngineOptions = {}): TradingEngine {
  return new ShardEngine(new State(), new KeyMemory(recentKeys, [], true), RULEBOOK);
}

/** Creates an engine from an image. Throws InvariantError when the image is inconsistent. */
export function restoreEngine(
  image: EngineImage,
  { recentKeys = RECENT_KEYS, keys = new KeyMemory(recentKeys, image.keyMarks, image.seq === 0) }: RestoreOptions = {},
): TradingEngine {
  return new ShardEngine(stateFrom(image, RULEBOOK), keys, RULEBOOK);
}
