import type { OutputOf, fundingCalls } from '@fairlot/contract';
import {
  type UnitsPerDollar,
  type WithdrawalTerms,
  asRate,
  formatRate,
  formatUnitsPerDollar,
  parseUnitsPerDollar,
} from '@fairlot/domain';
import type { Currency, Network, ReceivingAccount } from './queries.ts';

/** A currency's fee, price and decimals in the form that the fee formulas take. */
export function termsOf(row: Currency): WithdrawalTerms {
  return {
    feeMode: row.fee_type === 1 ? 'fixed' : 'rate',
    drawRate: asRate(row.draw_rate),
    usdPrice: priceOf(row.usd_price),
    decimals: row.decimals,
  };
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
    usd_price: formatUnitsPerDollar(priceOf(row.usd_price)),
    decimals: row.decimals,
  };
}

/** Reads the numeric column, whose type and check admit nothing else. */
function priceOf(stored: string): UnitsPerDollar {
  const price = parseUnitsPerDollar(stored);
  if (price === undefined) throw new Error(`draw_currencies holds a price that is no decimal: ${stored}`);
  return price;
}

/** Formats a rate without trailing zeros. */
function shortRate(value: bigint): string {
  return formatRate(asRate(value)).replace(/\.?0+$/, '');
}
