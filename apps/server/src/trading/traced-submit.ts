import type { Tracing } from '../platform/tracing.ts';
import type { TradingHost } from './port.ts';

type Submit = TradingHost['submit'];

/** Name of a command among the commits under way; undefined for commands without a key. */
export function commitName(command: { readonly account?: number; readonly key?: string }): string | undefined {
  const { account, key } = command;
  return account === undefined || key === undefined ? undefined : `${account} ${key}`;
}

/**
 * Submits commands with spans of the engine's decision, which is made in the same turn, and of the commit. Outside of a
 * traced call nothing is added.
 */
export function traced(submit: Submit, tracing: Tracing, written: () => Promise<void>): Submit {
  return (draft, until) => {
    const parent = tracing.current;
    const name = commitName(draft as { account?: number; key?: string });
    if (parent === undefined || name === undefined) return submit(draft, until);
    const engine = parent.child('engine', { 'fairlot.command': draft.type });
    const outcome = submit(draft, until);
    engine.end();
    return tracing.commit(name, parent.child('commit'), outcome, written);
  };
}
