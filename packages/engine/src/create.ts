import { RULEBOOK } from './core/rulebook.ts';
import { State } from './core/state.ts';
import { ShardEngine } from './engine.ts';
import type { EngineImage } from './image.ts';
import { KeyMemory } from './keys/key-memory.ts';
import type { TradingEngine } from './port.ts';
import { stateFrom } from './snapshot/restore.ts';

/** What the host may choose. */
export interface EngineOptions {
  /** Idempotency keys whose outcomes stay in memory; older ones are left to the journal. */
  readonly recentKeys?: number;
}

const RECENT_KEYS = 50_000;

/** An empty engine. */
export function createEngine({ recentKeys = RECENT_KEYS }: EngineOptions = {}): TradingEngine {
  return new ShardEngine(new State(), new KeyMemory(recentKeys), RULEBOOK);
}

/** An engine that goes on where an image ends. Throws InvariantError when the image contradicts itself. */
export function restoreEngine(image: EngineImage, { recentKeys = RECENT_KEYS }: EngineOptions = {}): TradingEngine {
  return new ShardEngine(stateFrom(image, RULEBOOK), new KeyMemory(recentKeys, image.keys), RULEBOOK);
}
