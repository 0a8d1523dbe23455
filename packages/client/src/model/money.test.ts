import { chargeRecord, drawRecord, fundingCalls, ledgerRecord } from '@fairlot/contract';
import type { CallOutput } from '../http/types.ts';
import { LEDGER_TYPES, asMoney, formatMoney, money, parseUnitsPerDollar, rate } from '@fairlot/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { depositFrom, reportCoins, reportTransfer } from './deposit.ts';
import { ledgerEntryFrom } from './ledger.ts';
import type { Reader } from './read.ts';
import { ledgerEntryRecord, withdrawalRecord } from './records.testkit.ts';
import {
  bindMethod,
  boundsFrom,
  requestWithdrawal,
  withdrawalCurrencyFrom,
  withdrawalFrom,
  withdrawalMethodFrom,
} from './withdrawal.ts';

const moneyText = fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }).map((micro) => formatMoney(asMoney(micro)));

/** A fake API that returns one answer and records its calls. */
function answering(answer: unknown): { readonly api: Reader; readonly asked: unknown[] } {
  const asked: unknown[] = [];
  const call = async (name: string, input: unknown): Promise<unknown> => {
    asked.push([name, input]);
    return answer;
  };
  return { api: { call: call as Reader['call'] }, asked };
}

const titleOf = (more: { readonly Type: number; readonly Reference: number | null }): string =>
  ledgerEntryFrom(ledgerEntryRecord({ Memo: 'A mistake of ours', MemoTran: 'Returned: withdrawal 7', ...more })).title;

describe('a ledger entry', () => {
  it('has exactly the amounts of its record', () => {
    fc.assert(
      fc.property(moneyText, moneyText, moneyText, (Value, AvailableValue, FrozenValue) => {
        const record = ledgerRecord.parse(ledgerEntryRecord({ Value, AvailableValue, FrozenValue }));
        const { value, available, frozen } = ledgerEntryFrom(record);
        expect([value, available, frozen].map((sum) => formatMoney(sum))).toEqual([Value, AvailableValue, FrozenValue]);
      }),
    );
  });

  it('names every known type, and leaves a newer server’s type undefined', () => {
    for (const [type, Type] of Object.entries(LEDGER_TYPES))
      expect(ledgerEntryFrom(ledgerEntryRecord({ Type })).type).toBe(type);
    expect(ledgerEntryFrom(ledgerEntryRecord({ Type: 99 })).type).toBeUndefined();
  });

  it('has the author’s text as title if it is a correction, and names the record of money that came back', () => {
    expect(titleOf({ Type: LEDGER_TYPES.adjustment, Reference: null })).toBe('A mistake of ours');
    expect(titleOf({ Type: LEDGER_TYPES.adjustment, Reference: 7 })).toBe('Returned: withdrawal 7 · A mistake of ours');
    expect(titleOf({ Type: LEDGER_TYPES.deposit, Reference: 7 })).toBe('Returned: withdrawal 7');
  });
});

const CHARGE = {
  id: 8,
  number: '100.500000',
  sent: '',
  usd_price: '',
  usd_price_at: null,
  credited: '',
  credit_reason: '',
  transaction_id: '',
  type: 0,
  currency_code: 'USDT',
  status: 2,
  created_at: '2026-01-05T10:00:00.000Z',
  remark: 'unreadable',
};

describe('a deposit', () => {
  it('has its status as a word', () => {
    const states = [0, 1, 2, 3].map((status) => depositFrom(chargeRecord.parse({ ...CHARGE, status })));
    expect(states.map(({ status }) => status)).toEqual(['unchecked', 'finished', 'rejected', 'invalid']);
    expect(states[2]).toEqual({
      id: 8,
      amount: money('100.5'),
      reported: undefined,
      sent: '',
      usdPrice: '',
      usdPriceAt: null,
      transaction: '',
      currency: 'USDT',
      status: 'rejected',
      createdAt: CHARGE.created_at,
      remark: 'unreadable',
    });
  });

  it('has the credited amount, the reported one if it differs, and why', () => {
    const credited = { status: 1, remark: '', credited: '97.500000', credit_reason: 'A fee of the network' };
    expect(depositFrom(chargeRecord.parse({ ...CHARGE, ...credited }))).toMatchObject({
      amount: money('97.5'),
      reported: money('100.5'),
      remark: 'A fee of the network',
    });
  });

  it('by bank is reported with the account and the rate as they were shown', async () => {
    const { api, asked } = answering({ ...CHARGE, sent: '92.00', usd_price: '0.92' });
    const account = { id: 3, version: 2, usdPrice: '0.92' };
    const deposit = await reportTransfer(api, { amount: '92', proof: '/p.png', transaction: '' }, account, {});
    expect(deposit).toMatchObject({ sent: '92.00', usdPrice: '0.92' });
    const input = {
      number: '92',
      proofImg: '/p.png',
      transaction_id: '',
      wire_id: 3,
      wire_version: 2,
      usd_price: '0.92',
    };
    expect(asked).toEqual([['wireSubmit', input]]);
    expect(fundingCalls.wireSubmit.input.parse(input)).toEqual(input);
  });

  it('in coins is reported with the destination address', async () => {
    const { api, asked } = answering(CHARGE);
    await reportCoins(api, { amount: '100.5', proof: '/p.png', transaction: '0xab' }, { id: 3, address: '0x1' }, {});
    const input = { number: '100.5', proofImg: '/p.png', address: '0x1', charge_id: 3, transaction_id: '0xab' };
    expect(asked).toEqual([['chargeSubmit', input]]);
    expect(fundingCalls.chargeSubmit.input.parse(input)).toEqual(input);
  });
});

describe('a withdrawal', () => {
  it('goes to an address or to a bank account', () => {
    const bank = { type: 2, address: '', payee_account: 'AT61 1904' };
    expect([
      withdrawalFrom(drawRecord.parse(withdrawalRecord())),
      withdrawalFrom(withdrawalRecord(bank)),
    ]).toMatchObject([
      { amount: money('250'), fee: money('0.5'), receipt: '1946.10', paidTo: '0x123', status: 'review' },
      { paidTo: 'AT61 1904' },
    ]);
  });

  it('costs a fixed fee or a share of the amount', () => {
    const record = {
      id: 1,
      code: 'USDT',
      protocol: 'ERC20',
      draw_rate: '0.002',
      fee_type: 2,
      usd_price: '7.8',
      decimals: 2,
    };
    expect(withdrawalCurrencyFrom(record)).toEqual({
      id: 1,
      code: 'USDT',
      protocol: 'ERC20',
      feeMode: 'rate',
      drawRate: rate('0.002'),
      usdPrice: parseUnitsPerDollar('7.8'),
      decimals: 2,
    });
    expect(withdrawalCurrencyFrom({ ...record, fee_type: 1 }).feeMode).toBe('fixed');
  });

  it('is requested in dollars, to a bound method', async () => {
    const { api, asked } = answering(withdrawalRecord());
    const password = 'a quiet harbour';
    const request = { currency: 1, method: 2, amount: '250', memo: '' };
    const seen = { fee: money('0.5'), receipt: '249.50' };
    await requestWithdrawal(api, request, seen, { password }, {});
    await requestWithdrawal(api, request, seen, { totp: '123456' }, {});
    const figures = { fee: '0.500000', real_number: '249.50' };
    const input = { draw_currency_id: 1, number: '250', memo: '', draw_method_id: 2, ...figures };
    expect(asked).toEqual([
      ['draw', { ...input, password }],
      ['draw', { ...input, totp: '123456' }],
    ]);
    expect(fundingCalls.draw.input.parse({ ...input, password })).toEqual({ ...input, password, totp: '' });
  });

  it('has bounds for each method', () => {
    const record: CallOutput<'amountBounds'> = {
      deposit_coin_min: '10',
      deposit_coin_max: '1000',
      deposit_bank_min: '20',
      deposit_bank_max: '2000',
      withdraw_coin_min: '30',
      withdraw_coin_max: '3000',
      withdraw_bank_min: '40',
      withdraw_bank_max: '4000',
      withdrawable: '99.999999',
      verification_missing: 1,
      withdrawable_from: '2026-11-23T12:00:00.000Z',
    };
    expect(boundsFrom(record)).toEqual({
      deposit: {
        coin: { least: money('10'), most: money('1000') },
        bank: { least: money('20'), most: money('2000') },
      },
      withdrawal: {
        coin: { least: money('30'), most: money('3000') },
        bank: { least: money('40'), most: money('4000') },
      },
      withdrawable: money('99.999999'),
      verificationMissing: true,
      withdrawableFrom: '2026-11-23T12:00:00.000Z',
    });
  });
});

describe('a withdrawal method', () => {
  const record = {
    id: 5,
    type: 2,
    dc_address: '',
    payee_account: 'AT61 1904',
    payee_name: 'Ada',
    bank_name: 'Bank',
    bank_address: 'Branch',
    bank_swift: 'SWIFT',
    bank_remark: 'Savings',
    draw_currency: { id: 2, code: 'EUR', protocol: '' },
    usable_from: null,
  };

  it('is an address or a bank account', () => {
    expect([withdrawalMethodFrom(record).kind, withdrawalMethodFrom({ ...record, type: 1 }).kind]).toEqual([
      'bank',
      'coin',
    ]);
    expect(withdrawalMethodFrom(record)).toMatchObject({
      account: 'AT61 1904',
      payee: 'Ada',
      bank: 'Bank',
      branch: 'Branch',
      remark: 'Savings',
    });
  });

  it('is bound with the fields of its kind', async () => {
    const { api, asked } = answering(record);
    const proof = { totp: '123456' };
    await bindMethod(api, { kind: 'coin', currency: 1, address: '0x1' }, proof, {});
    await bindMethod(api, { kind: 'bank', currency: 2, bank: 'Bank', remark: 'Savings' }, proof, {});
    expect(asked).toEqual([
      ['bindDrawMethod', { type: '1', draw_id: 1, dc_address: '0x1', ...proof }],
      ['bindDrawMethod', { type: '2', draw_id: 2, bank_name: 'Bank', bank_remark: 'Savings', ...proof }],
    ]);
  });
});
