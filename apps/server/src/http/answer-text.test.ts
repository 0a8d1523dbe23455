import { CODES, type Reason } from '@fairlot/contract';
import { LEDGER_TYPES } from '@fairlot/domain';
import { REFUSALS } from '@fairlot/engine';
import { LANGUAGE_CODES, instrumentName, isServerKey } from '@fairlot/i18n';
import { describe, expect, it } from 'vitest';
import { REFERENCE_CATEGORIES } from '../market/reference/instruments.ts';
import { failureMessage } from './answer-text.ts';

const reasons = Object.keys(CODES) as Reason[];

// The catalogues do not import our rooms, so this test checks that they cover the contract and the reference data.
describe('the catalogues have a text', () => {
  it('for every reason of the contract', () => {
    expect(reasons.filter((reason) => !isServerKey(`reason.${reason}`))).toEqual([]);
  });

  it('and a code in the contract for every refusal of the engine', () => {
    expect(REFUSALS.filter((reason) => !(reason in CODES))).toEqual([]);
  });

  it.each(LANGUAGE_CODES)('without bare placeholders when a refusal has no figures (%s)', (language) => {
    expect(
      reasons.map((reason) => failureMessage(reason, language)).filter((text) => /\{\{|undefined/.test(text)),
    ).toEqual([]);
  });

  it('that differs for every reason', () => {
    for (const language of LANGUAGE_CODES) {
      // Staff and users never see each other's texts, so a known password may have the same one for both.
      const texts = reasons
        .filter((reason) => reason !== 'staff_password_known')
        .map((reason) => failureMessage(reason, language));
      expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
    }
  });

  it('for every type of ledger entry', () => {
    expect(Object.keys(LEDGER_TYPES).filter((type) => !isServerKey(`memo.${type}`))).toEqual([]);
  });

  it('for every category of a new installation, and the names of its instruments', () => {
    expect(REFERENCE_CATEGORIES.filter(({ slug }) => !isServerKey(`category.${slug}`))).toEqual([]);
    expect(instrumentName('de', 'BRENT')).toBe('Rohöl Brent');
  });
});

describe('a refusal with figures', () => {
  it('formats amounts exactly, like the screens, and leaves prices as sent', () => {
    expect(failureMessage('insufficient_margin', 'en', { required: '1086.610000', free: '-12.345600' })).toBe(
      'The order needs 1,086.61 USD, but the free margin is −12.3456 USD.',
    );
    expect(failureMessage('amount_above_maximum', 'de', { most: '50000.00' })).toContain('50,000.00');
    expect(failureMessage('export_too_large', 'en', { rows: '250000', most: '100000' })).toContain('250,000 rows');
    expect(failureMessage('stop_loss_wrong_side', 'en', { nearest: '39123.40' })).toContain('39123.40');
  });
});
