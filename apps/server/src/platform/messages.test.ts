import { CODES } from '@fairlot/contract';
import type { Reason } from '@fairlot/contract';
import { LEDGER_TYPES } from '@fairlot/domain';
import { REFUSALS } from '@fairlot/engine';
import { LANGUAGE_CODES, instrumentName, isServerKey } from '@fairlot/i18n';
import { describe, expect, it } from 'vitest';
import { REFERENCE_CATEGORIES, REFERENCE_INSTRUMENTS } from '../db/reference/instruments.ts';
import { categoryName, failureMessage } from './messages.ts';

const reasons = Object.keys(CODES) as Reason[];

// The catalogues know nothing of our rooms, so what they owe to the contract and to the reference data is claimed here.
describe('the catalogues have a text', () => {
  it('for every reason of the contract', () => {
    expect(reasons.filter((reason) => !isServerKey(`reason.${reason}`))).toEqual([]);
  });

  it('for every refusal of the engine, which the contract numbers', () => {
    expect(REFUSALS.filter((reason) => !(reason in CODES))).toEqual([]);
  });

  it.each(LANGUAGE_CODES)('that shows no bare placeholder when a refusal has no figures (%s)', (language) => {
    expect(
      reasons.map((reason) => failureMessage(reason, language)).filter((text) => /\{\{|undefined/.test(text)),
    ).toEqual([]);
  });

  it('that is its own for every reason, so that people can tell them apart', () => {
    for (const language of LANGUAGE_CODES) {
      // Staff and users never meet: to each, a known password is one reason.
      const texts = reasons
        .filter((reason) => reason !== 'staff_password_known')
        .map((reason) => failureMessage(reason, language));
      expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
    }
  });

  it('for every type of ledger entry', () => {
    expect(Object.keys(LEDGER_TYPES).filter((type) => !isServerKey(`memo.${type}`))).toEqual([]);
  });

  it('in words for a category that an operator added', () => {
    expect(categoryName('soft_commodities', 'de')).toBe('Soft commodities');
  });

  it('for every category and instrument of a new installation', () => {
    expect(REFERENCE_CATEGORIES.filter(({ slug }) => !isServerKey(`category.${slug}`))).toEqual([]);
    expect(REFERENCE_INSTRUMENTS.filter(({ code }) => !isServerKey(`instrument.${code}`))).toEqual([]);
    expect(instrumentName('de', 'BRENT')).toBe('Rohöl Brent');
  });
});

describe('a refusal with figures', () => {
  it('writes amounts exactly, as the screens do, and prices as they are sent', () => {
    expect(failureMessage('insufficient_margin', 'en', { required: '1086.610000', free: '-12.345600' })).toBe(
      'The order needs 1,086.61 USD, but the free margin is −12.3456 USD.',
    );
    expect(failureMessage('amount_above_maximum', 'de', { most: '50000.00' })).toContain('50,000.00');
    expect(failureMessage('export_too_large', 'en', { rows: '250000', most: '100000' })).toContain('250,000 rows');
    expect(failureMessage('stop_loss_wrong_side', 'en', { nearest: '39123.40' })).toContain('39123.40');
  });
});
