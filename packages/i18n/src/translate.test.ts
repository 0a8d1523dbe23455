import { describe, expect, it } from 'vitest';
import { instrumentName, isServerKey, refusalMessage, translate } from './translate.ts';

describe('the server’s texts', () => {
  it('are in the requested language', () => {
    expect(translate('en', 'memo.deposit')).toBe('Deposit');
    expect(translate('de', 'memo.deposit')).toBe('Einzahlung');
  });

  it('contain the figures of a refusal only if the detail has them', () => {
    expect(refusalMessage('en', 'stop_loss_wrong_side', { nearest: '1.08640' })).toContain('1.08640');
    expect(refusalMessage('en', 'stop_loss_wrong_side')).toBe('The stop-loss is on the wrong side of the market.');
    expect(refusalMessage('en', 'insufficient_margin', { required: '10.5' })).not.toContain('{{');
  });

  it('show an internal error for a reason without a text', () => {
    expect(refusalMessage('en', 'no_such_reason')).toBe(translate('en', 'reason.internal'));
  });

  it('name an instrument without a text by its code', () => {
    expect(instrumentName('hk', 'NEWUSD')).toBe('NEWUSD');
    expect(isServerKey('instrument.NEWUSD')).toBe(false);
  });
});
