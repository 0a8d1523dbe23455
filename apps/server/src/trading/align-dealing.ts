import type { InstrumentId } from '@fairlot/domain';
import { TermsRefusedError } from './define-terms.ts';
import type { TradingHost } from './port.ts';

/**
 * Gives a shard the halts of the first shard, which has real accounts, for the listed instruments. They differ when the process ended between the two commands of
 * a halt, after the shard was dropped, and when it is new.
 */
export async function alignDealing(
  first: TradingHost,
  other: TradingHost,
  listed: readonly InstrumentId[],
): Promise<void> {
  const wanted = first.restricted ?? new Map();
  const present = other.restricted ?? new Map();
  for (const instrument of listed) {
    const mode = wanted.get(instrument) ?? 'normal';
    if (mode === (present.get(instrument) ?? 'normal')) continue;
    const memo = 'as for real accounts';
    const outcome = await other.submit({ type: 'setDealing', instrument, mode, staff: 0, memo });
    if (!outcome.ok) throw new TermsRefusedError(`the halt of instrument ${instrument} was`, outcome.reason);
  }
}
