import type { OutputOfStaff, exposureCalls } from '@fairlot/contract';
import {
  type CurrencyExposure,
  MONEY_SCALE,
  type Money,
  absolute,
  formatDecimal,
  formatLots,
  formatMoney,
  larger,
} from '@fairlot/domain';
import type { GroupExposure, InstrumentExposure } from './figures.ts';
import { type ExposureLimit, textOf } from './limits.ts';

type Rows<N extends keyof typeof exposureCalls> =
  OutputOfStaff<(typeof exposureCalls)[N]> extends { readonly list: readonly (infer Row)[] } ? Row : never;
type LimitWords = Pick<Rows<'officeExposure'>, 'limit_usd' | 'limit_share' | 'limit_version' | 'alarm'>;

/** An instrument's exposure in the wire's words. Limits are of real accounts, so demo rows have none. */
export function presentInstrument(
  { id, instrument, holdings, value }: InstrumentExposure,
  limit: ExposureLimit | undefined,
): Rows<'officeExposure'> {
  const { lots, dollars } = value?.exposure ?? {};
  return {
    instrument_id: id,
    code: instrument?.code ?? '',
    long_lots: formatLots(holdings.longLots),
    short_lots: formatLots(holdings.shortLots),
    net_lots: formatLots(lots?.net ?? ((holdings.longLots - holdings.shortLots) as typeof holdings.longLots)),
    gross_lots: formatLots(lots?.gross ?? ((holdings.longLots + holdings.shortLots) as typeof holdings.longLots)),
    long_usd: textOf(dollars?.long),
    short_usd: textOf(dollars?.short),
    net_usd: textOf(dollars?.net),
    gross_usd: textOf(dollars?.gross),
    clients_profit: textOf(value?.profit),
    guaranteed_long_lots: formatLots(holdings.longGuaranteedLots),
    guaranteed_short_lots: formatLots(holdings.shortGuaranteedLots),
    guarantee_gap_usd: textOf(value && larger(value.guarantees.fall, value.guarantees.rise)),
    positions: holdings.positions,
    accounts: holdings.accounts,
    ...limitWords(limit, dollars?.net),
  };
}

/** A group's exposure in the wire's words. */
export function presentGroup(
  { group, instruments, positions, dollars, profit, unvalued }: GroupExposure,
  name: string | undefined,
): Rows<'officeExposureGroups'> {
  return {
    group_id: group,
    name: name ?? null,
    instruments,
    positions,
    long_usd: formatMoney(dollars.long, 2),
    short_usd: formatMoney(dollars.short, 2),
    net_usd: formatMoney(dollars.net, 2),
    gross_usd: formatMoney(dollars.gross, 2),
    clients_profit: formatMoney(profit, 2),
    unvalued: [...unvalued],
  };
}

/** A currency's exposure in the wire's words. */
export function presentCurrency(
  currency: string,
  { amount, dollars }: CurrencyExposure,
  limit: ExposureLimit | undefined,
): Rows<'officeExposureCurrencies'> {
  return {
    currency,
    long_amount: formatDecimal(amount.long, MONEY_SCALE, 2),
    short_amount: formatDecimal(amount.short, MONEY_SCALE, 2),
    net_amount: formatDecimal(amount.net, MONEY_SCALE, 2),
    net_usd: formatMoney(dollars.net, 2),
    gross_usd: formatMoney(dollars.gross, 2),
    ...limitWords(limit, dollars.net),
  };
}

function limitWords(limit: ExposureLimit | undefined, net: Money | undefined): LimitWords {
  const most = limit?.limit;
  return {
    limit_usd: textOf(most),
    limit_share: most === undefined || net === undefined ? null : Number((absolute(net) * 100n) / most),
    limit_version: limit?.version ?? 0,
    alarm: limit?.alarmSince !== undefined,
  };
}
