import { calls, staffCalls, topicData } from '@fairlot/contract';
import { money } from '@fairlot/domain';
import { describe, expect, it } from 'vitest';
import { TABLES, camelKey } from './camel-keys.ts';
import { historyFrom, staffDepositFrom, staffOutputFrom, staffWithdrawalFrom } from './staff.ts';

const DEPOSIT = {
  id: 8,
  user_id: 3,
  email: 'ada@example.com',
  identity: 'finished' as const,
  verified_name: 'Ada',
  verified_country: 'GB',
  type: 0,
  number: '100.500000',
  sent: '',
  usd_price: '',
  usd_price_at: null,
  usd_price_by: null,
  received: '97.50',
  credited: '97.500000',
  credit_reason: 'A fee of the network',
  transaction_id: 'ab'.repeat(32),
  reference: 'RF18539007547034',
  same_picture: [7],
  same_transaction: [],
  same_without_id: [],
  currency_code: 'USDT',
  protocol_code: 'ERC20',
  paid_to: '0x1',
  proof_img: '/p.png',
  status: 0,
  remark: '',
  reversed: '0.000000',
  created_at: '2026-01-05T10:00:00.000Z',
  approved_by: null,
  approver: null,
  decided_at: null,
  decided_by: null,
  decider: null,
};
const WITHDRAWAL = {
  id: 4,
  user_id: 3,
  email: 'ada@example.com',
  type: 2,
  number: '250.000000',
  fee: '0.500000',
  real_number: '1946.10',
  code: 'EUR',
  protocol: '',
  address: '',
  bank_name: 'Bank',
  bank_address: '',
  bank_swift: 'SWIFT',
  payee_name: 'Ada',
  payee_account: 'AT61 1904',
  status: 'approved' as const,
  memo: '',
  remark: '',
  reference: '',
  returned: '0.000000',
  approved_by: [1],
  approvers: ['Grace'],
  approvals_needed: 2,
  claimed_by: null,
  claimer: null,
  claimed_at: null,
  created_at: '2026-01-05T10:00:00.000Z',
  decided_at: null,
  decided_by: null,
  decider: null,
};

describe('staff models', () => {
  it('include a deposit with its proof', () => {
    expect(staffCalls.depositFinish.output.parse(DEPOSIT)).toEqual(DEPOSIT);
    expect(staffDepositFrom(DEPOSIT)).toMatchObject({
      userId: 3,
      amount: money('100.5'),
      credited: money('97.5'),
      samePicture: [7],
      method: 'coin',
      currency: 'USDT',
      protocol: 'ERC20',
      paidTo: '0x1',
      proof: '/p.png',
      status: 'unchecked',
    });
  });

  it('include a withdrawal with its approvals', () => {
    expect(staffCalls.withdrawalApprove.output.parse(WITHDRAWAL)).toEqual(WITHDRAWAL);
    const withdrawal = staffWithdrawalFrom(WITHDRAWAL);
    expect(withdrawal).toMatchObject({
      method: 'bank',
      amount: money('250'),
      fee: money('0.5'),
      receipt: '1946.10',
      currency: 'EUR',
      payeeAccount: 'AT61 1904',
      approvedBy: [1],
      approvalsNeeded: 2,
    });
    for (const name of ['type', 'number', 'realNumber', 'code']) expect(withdrawal).not.toHaveProperty(name);
  });

  it('include the history of an account', () => {
    const record = {
      balance: '1.00',
      available: '0.50',
      lock_balance: '2.00',
      net_value: '3.00',
      sums: [
        { type: 5, sum: '-4.000000', count: 6 },
        { type: 99, sum: '1.000000', count: 1 },
      ],
      opened_at: '2026-01-05T10:00:00.000Z',
      bound_methods: 1,
      removed_methods: 0,
      recent_deposits: [DEPOSIT],
      recent_withdrawals: [WITHDRAWAL],
    };
    expect(historyFrom(record)).toMatchObject({
      available: '0.50',
      frozen: '2.00',
      equity: '3.00',
      sums: [{ type: 'realisedProfit', sum: money('-4'), count: 6 }, { type: undefined }],
      recentDeposits: [{ id: 8 }],
      recentWithdrawals: [{ id: 4 }],
    });
  });

  it('have camelCase keys for every record', () => {
    const page = { list: [{ ...WITHDRAWAL }], total: 1 };
    expect(staffOutputFrom('staffWithdrawals', page)).toMatchObject({ list: [{ amount: money('250') }], total: 1 });
    expect(staffOutputFrom('officeQueues', { queues: [{ name: 'deposits', waiting: 1, oldest_at: null }] })).toEqual({
      queues: [{ name: 'deposits', waiting: 1, oldestAt: null }],
    });
    expect(staffOutputFrom('officeUser', { user_id: 1, account: null })).toEqual({ userId: 1, account: null });
    const account = { balance: '1', lock_balance: '2', open_positions: 3 };
    expect(staffOutputFrom('officeUser', { account }).account).toEqual({
      balance: '1',
      frozen: '2',
      openPositions: 3,
    });
  });

  it('keep keys that are data', () => {
    const record = { memory_mb: 1, quotes_rejected: { out_of_order: 2 } };
    expect(staffOutputFrom('officeHealth', record)).toEqual({
      memoryMb: 1,
      quotesRejected: { out_of_order: 2 },
    });
    expect([...TABLES].sort()).toEqual(tablesOfTheContract());
  });
});

/** Names of the answer fields whose keys are data. */
function tablesOfTheContract(): string[] {
  const found = new Set<string>();
  const look = (schema: unknown, name: string): void => {
    const { def } = (schema as { readonly _zod: { readonly def: Record<string, unknown> } })._zod;
    if (def['type'] === 'record') found.add(name);
    for (const [key, part] of Object.entries((def['shape'] ?? {}) as Record<string, unknown>)) look(part, key);
    for (const part of [def['element'], def['innerType']]) if (part !== undefined) look(part, name);
    for (const part of (def['options'] ?? []) as unknown[]) look(part, name);
  };
  for (const { output } of [...Object.values(calls), ...Object.values(staffCalls)]) look(output, '');
  for (const data of Object.values(topicData)) look(data, '');
  found.delete('');
  return [...found].sort();
}

it('camelKey converts snake case and Pascal case, and keeps camel case', () => {
  expect(
    (['created_at', 'Seq', 'ShowCode', 'stale_after_ms', 'swapMode'] as const).map((name) => camelKey(name)),
  ).toEqual(['createdAt', 'seq', 'showCode', 'staleAfterMs', 'swapMode']);
});
