import { createHash } from 'node:crypto';
import { type TradingEngine, stateLines } from '@fairlot/engine';

/**
 * The state hash of an engine by `node:crypto`, whose hashes checkpoints are signed with. The engine's own `stateHash`
 * is for programs that import nothing.
 */
export function stateHashOf(engine: Pick<TradingEngine, 'image'>): string {
  const hash = createHash('sha256');
  for (const line of stateLines(engine.image())) hash.update(line);
  return hash.digest('hex');
}
