import type { OutputOf, fundingCalls } from '@fairlot/contract';
import {
  type UnitsPerDollar,
  type WithdrawalTerms,
  asRate,
  creditorReference,
  formatUnitsPerDollar,
  parseUnitsPerDollar,
  shortRate,
} from '@fairlot/domain';
import { uidOf } from '../../../platform/uid.ts';
import type { Currency, Network, OpenAccount } from './queries.ts';

/** A currency's fee, price and decimals in the form that the fee formulas take. */
export function termsOf(row: Currency): WithdrawalTerms {
  return {
    feeMode: row.fee_type === 1 ? 'fixed' : 'rate',
    drawRate: asRate(row.draw_rate),
    usdPrice: priceOf(row.usd_price),
    decimals: row.decimals,
  };
}

/** A network as users see it; `isOpen`: they may still send coins there. */
export function presentNetwork(
  { id, address, currency_code, protocol_code }: Network,
  isOpen: boolean,
): OutputOf<typeof fundingCalls.chargeNetworks>[number] {
  return { id: Number(id), address, currency_code, protocol_code, open: isOpen ? 1 : 0 };
}

/** An account as this user sees it. */
export function presentAccount(
  row: OpenAccount,
  user: number,
  isOpen: boolean,
): OutputOf<typeof fundingCalls.receivingAccounts>[number] {
  const { id, version, bank_name, bank_address, bank_swift, payee_name, payee_account, bank_remark } = row;
  return {
    id: Number(id),
    version,
    currency_code: row.coin,
    usd_price: shortPrice(row.usd_price),
    usd_price_at: row.usd_price_at.toISOString(),
    reference: depositReference(user),
    open: isOpen ? 1 : 0,
    bank_name,
    bank_address,
    bank_swift,
    payee_name,
    payee_account,
    bank_remark,
  };
}

/** The creditor reference of a user's bank transfers, made from the number that the user sees as the own one. */
export function depositReference(user: number): string {
  return creditorReference(Number(uidOf(user)));
}

/** Formats a column of units per dollar without trailing zeros; empty for null. */
export function shortPrice(stored: string | null): string {
  return stored === null ? '' : formatUnitsPerDollar(priceOf(stored));
}

export function presentCurrency(row: Currency): OutputOf<typeof fundingCalls.drawCurrencies>[number] {
  return {
    id: Number(row.id),
    code: row.code,
    protocol: row.protocol,
    draw_rate: shortRate(asRate(row.draw_rate)),
    fee_type: row.fee_type,
    usd_price: formatUnitsPerDollar(priceOf(row.usd_price)),
    decimals: row.decimals,
  };
}

/** Reads a numeric column of units per dollar, whose type and check admit nothing else. */
export function priceOf(stored: string): UnitsPerDollar {
  const price = parseUnitsPerDollar(stored);
  if (price === undefined) throw new Error(`a currency has a price that is no decimal: ${stored}`);
  return price;
}
