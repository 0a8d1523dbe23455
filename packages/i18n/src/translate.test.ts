import { describe, expect, it } from 'vitest';
import { instrumentName, isServerKey, refusalMessage, translate } from './translate.ts';

describe('the server’s texts', () => {
  it('come in the language that was asked for', () => {
    expect(translate('en', 'memo.deposit')).toBe('Deposit');
    expect(translate('de', 'memo.deposit')).toBe('Einzahlung');
  });

  it('name the figures of a refusal when they are there, and do without when not', () => {
    expect(refusalMessage('en', 'stop_loss_wrong_side', { nearest: '1.08640' })).toContain('1.08640');
    expect(refusalMessage('en', 'stop_loss_wrong_side')).toBe('The stop-loss is on the wrong side of the market.');
    expect(refusalMessage('en', 'insufficient_margin', { required: '10.5' })).not.toContain('{{');
  });

  it('never show a reason that has no text', () => {
    expect(refusalMessage('en', 'no_such_reason')).toBe(translate('en', 'reason.internal'));
  });

  it('call an instrument without a text by its code', () => {
    expect(instrumentName('hk', 'NEWUSD')).toBe('NEWUSD');
    expect(isServerKey('instrument.NEWUSD')).toBe(false);
  });
});
