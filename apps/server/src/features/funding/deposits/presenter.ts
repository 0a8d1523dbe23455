import type { OutputOf, fundingCalls } from '@fairlot/contract';
import { asMoney, formatMoney } from '@fairlot/domain';
import type { DepositState } from '../../../db/tables/funding.ts';
import { shortPrice } from '../terms/presenter.ts';
import type { DepositRow } from './queries.ts';

/** Status numbers of the specification. Users and staff see `crediting` as unchecked until the money is booked. */
const STATUS: Readonly<Record<DepositState, number>> = {
  unchecked: 0,
  crediting: 0,
  finished: 1,
  rejected: 2,
  invalid: 3,
};

/** The states that are shown as a status number. */
export function statesOf(status: string): readonly DepositState[] {
  return (Object.keys(STATUS) as DepositState[]).filter((state) => String(STATUS[state]) === status);
}

export function presentDeposit(row: DepositRow): OutputOf<typeof fundingCalls.chargeSubmit> {
  return {
    id: Number(row.id),
    number: formatMoney(asMoney(row.amount)),
    sent: row.sent ?? '',
    usd_price: shortPrice(row.usd_price),
    usd_price_at: row.usd_price_at?.toISOString() ?? null,
    // An approval that waits for a second person is not told.
    credited: STATUS[row.state] !== 1 || row.credited === null ? '' : formatMoney(asMoney(row.credited)),
    credit_reason: STATUS[row.state] === 1 ? row.credit_reason : '',
    transaction_id: row.transaction_id,
    type: row.type,
    currency_code: row.currency_code,
    status: STATUS[row.state],
    created_at: row.created_at.toISOString(),
    remark: row.remark,
  };
}
