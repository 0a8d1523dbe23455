import type { InstrumentId } from '@fairlot/domain';
import { TermsRefusedError } from './define-terms.ts';
import type { TradingHost } from './port.ts';

/**
 * Gives a shard the halts of another, which has real accounts, for the listed instruments. They differ when the process
 * ended between the commands of a halt, after the shard was dropped, and when it is new or could not be reached.
 */
export async function alignDealing(
  first: Pick<TradingHost, 'restricted'>,
  other: TradingHost,
  listed: readonly InstrumentId[],
): Promise<void> {
  const wanted = first.restricted;
  const present = other.restricted;
  // A replica that is loaded again knows of no halts: it must not end those of the other.
  if (wanted === undefined || present === undefined) throw new TermsRefusedError('the halts were', 'not_ready');
  for (const instrument of listed) {
    const mode = wanted.get(instrument) ?? 'normal';
    if (mode === (present.get(instrument) ?? 'normal')) continue;
    const memo = 'as for real accounts';
    const outcome = await other.submit({ type: 'setDealing', instrument, mode, staff: 0, memo });
    if (!outcome.ok) throw new TermsRefusedError(`the halt of instrument ${instrument} was`, outcome.reason);
  }
}
