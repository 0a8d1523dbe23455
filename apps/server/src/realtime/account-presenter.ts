import {
  type Holding,
  type Lots,
  type Money,
  type PriceTerms,
  type Rate,
  type SideHolding,
  availableBalance,
  bothSides,
  closingPrice,
  equity,
  formatLots,
  formatMoney,
  formatPrice,
  formatRate,
  freeMargin,
  plus,
  prepaymentRatio,
  riskRate,
  sidesByInstrument,
} from '@fairlot/domain';
import type { AccountView, OrderId } from '@fairlot/engine';
import type { MarketData } from '../market/port.ts';

/** The margin call of an account and what would help; undefined above the level of its call. */
export type MarginCallOf = (view: AccountView) =>
  | {
      readonly warning: number;
      readonly stopOut: number;
      readonly deposit: Money;
      readonly closes: readonly { readonly order: OrderId; readonly displayCode: string; readonly lots: Lots }[];
    }
  | undefined;

const UNLISTED: PriceTerms = { pricePrecision: 8 };

/** An account in the words of FOREX_TRADE. */
export function presentAccount(view: AccountView, market: MarketData): object {
  const { standing } = view;
  return {
    ProfitsTotal: formatMoney(standing.floatingProfit),
    HazardRate: rateText(riskRate(standing)),
    CautionMoneyAll: formatMoney(standing.usedMargin),
    Balance: formatMoney(standing.balance),
    Available: formatMoney(availableBalance(standing)),
    LockBalance: formatMoney(plus(view.orderReserve, view.withdrawalHold)),
    NetValue: formatMoney(equity(standing)),
    FreeMargin: formatMoney(freeMargin(standing)),
    PrepaymentRatio: rateText(prepaymentRatio(standing)),
    TransOrder: view.positions.map(({ order, closing, profit }) => ({
      Id: order.id,
      UpdatePrice: formatPrice(closingPrice(closing, order.side), market.instrument(order.instrument) ?? UNLISTED),
      FactProfits: formatMoney(profit),
    })),
    ...((view.tiers !== undefined || view.hedged !== undefined) && { Holdings: holdingsOf(view) }),
  };
}

function holdingsOf({ positions, tiers, hedged }: AccountView): object[] {
  const counted = positions.map(({ order }) => order).filter(({ instrument }) => hedged || tiers?.has(instrument));
  return [...sidesByInstrument(counted)].map(([Id, held]) => ({
    Id,
    ...presentHolding(bothSides(held)),
    ...(hedged !== undefined && { Buy: presentSide(held.buy), Sell: presentSide(held.sell) }),
  }));
}

function presentSide({ lots, ...holding }: SideHolding): object {
  return { Quantity: formatLots(lots), ...presentHolding(holding) };
}

function presentHolding({ margin, exposure }: Holding): object {
  return { Margin: formatMoney(margin), Exposure: formatMoney(exposure) };
}

/** A margin call in the words of FOREX_TRADE; nothing above the level of the call. */
export function presentCall(call: ReturnType<MarginCallOf>): object {
  if (call === undefined) return {};
  return {
    MarginCall: {
      Level: call.warning,
      StopOut: call.stopOut,
      Deposit: formatMoney(call.deposit),
      Close: call.closes.map(({ order, displayCode, lots }) => ({
        Id: order,
        ShowCode: displayCode,
        Quantity: formatLots(lots),
      })),
    },
  };
}

function rateText(rate: Rate | undefined): string | null {
  return rate === undefined ? null : formatRate(rate, 2);
}
