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

const RECENT_KEYS = 50_000;

/** Creates an empty engine. */
export function createEngine({ recentKeys = RECENT_KEYS }: EngineOptions = {}): TradingEngine {
  return new ShardEngine(new State(), new KeyMemory(recentKeys), RULEBOOK);
}

/** Creates an engine from an image. Throws InvariantError when the image is inconsistent. */
export function restoreEngine(image: EngineImage, { recentKeys = RECENT_KEYS }: EngineOptions = {}): TradingEngine {
  return new ShardEngine(stateFrom(image, RULEBOOK), new KeyMemory(recentKeys, image.keys), RULEBOOK);
}
