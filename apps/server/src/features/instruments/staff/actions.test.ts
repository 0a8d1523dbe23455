import type { DealingMode } from '@fairlot/domain';
import { describe, expect, it } from 'vitest';
import { type HostOutcome, REFUSED_NOT_READY } from '../../../trading/port.ts';
import { ConcurrencyLimit } from '../../../platform/concurrency-limit.ts';
import { InstrumentActions, type InstrumentActionsDeps } from './actions.ts';

const HALT = [7, { mode: 'halted' }, { reason: 'a wrong price', staff: 1, name: 'deal.one' }] as const;

/** Actions on trading that answers `outcomes` in turn, and the changes that they note. */
function actionsWith(outcomes: readonly HostOutcome[], takes: () => boolean) {
  const restricted = new Map<number, DealingMode>();
  const left = [...outcomes];
  const noted: unknown[] = [];
  const actions = new InstrumentActions({
    trading: {
      restricted,
      submit: ({ instrument, mode }: { readonly instrument: number; readonly mode: DealingMode }) => {
        if (takes()) restricted.set(instrument, mode);
        return Promise.resolve(left.shift());
      },
    },
    queries: {
      noteChange: (...change: readonly unknown[]) => {
        noted.push(change);
        return Promise.resolve();
      },
    },
    proposals: { register: () => undefined },
    stored: new ConcurrencyLimit(1, 1),
  } as unknown as InstrumentActionsDeps);
  return { actions, noted };
}

const NOTE = [7, { dealing: 'normal' }, { dealing: 'halted', reason: 'a wrong price' }, 'deal.one'];

describe('the history of an instrument', () => {
  it('has a halt once that real accounts took while demo accounts could not', async () => {
    const { actions, noted } = actionsWith([REFUSED_NOT_READY, { ok: true }], () => true);
    expect(await actions.setDealing(...HALT)).toMatchObject({ ok: false, reason: 'not_ready' });
    expect(noted).toEqual([NOTE]);
    expect(await actions.setDealing(...HALT)).toMatchObject({ ok: true });
    expect(noted).toEqual([NOTE]);
  });

  it('lacks a halt that real accounts did not take', async () => {
    const { actions, noted } = actionsWith([REFUSED_NOT_READY], () => false);
    expect(await actions.setDealing(...HALT)).toMatchObject({ ok: false, reason: 'not_ready' });
    expect(noted).toEqual([]);
  });
});
