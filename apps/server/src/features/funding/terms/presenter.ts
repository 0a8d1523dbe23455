import type { OutputOf, fundingCalls } from '@fairlot/contract';
import { type WithdrawalTerms, asRate, formatRate } from '@fairlot/domain';
import type { Currency, Network, ReceivingAccount } from './queries.ts';

/** A currency's fee and price in the form that the fee formulas take. */
export function termsOf({ fee_type: feeType, draw_rate: drawRate, usd_price: usdPrice }: Currency): WithdrawalTerms {
  return { feeMode: feeType === 1 ? 'fixed' : 'rate', drawRate: asRate(drawRate), usdPrice: asRate(usdPrice) };
}

export function presentNetwork({
  id,
  address,
  currency_code,
  protocol_code,
}: Network): OutputOf<typeof fundingCalls.chargeNetworks>[number] {
  return { id: Number(id), address, currency_code, protocol_code };
}

export function presentAccount(row: ReceivingAccount): OutputOf<typeof fundingCalls.receivingAccounts>[number] {
  const { id, bank_name, bank_address, bank_swift, payee_name, payee_account, bank_remark } = row;
  return { id: Number(id), bank_name, bank_address, bank_swift, payee_name, payee_account, bank_remark };
}

export function presentCurrency(row: Currency): OutputOf<typeof fundingCalls.drawCurrencies>[number] {
  return {
    id: Number(row.id),
    code: row.code,
    protocol: row.protocol,
    draw_rate: shortRate(row.draw_rate),
    fee_type: row.fee_type,
    usd_price: shortRate(row.usd_price),
  };
}

/** Formats a rate without trailing zeros. */
function shortRate(value: bigint): string {
  return formatRate(asRate(value)).replace(/\.?0+$/, '');
}
