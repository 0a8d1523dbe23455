import {
  type LedgerType,
  type Money,
  ZERO,
  asLots,
  asMoney,
  formatLots,
  formatMoney,
  minus,
  negate,
  netResult,
} from '@fairlot/domain';
import type { Books } from './books.ts';
import { presentPending, presentPosition } from './order-presenter.ts';
import { type Statement, netValueOf } from './service.ts';
import { type InstrumentSums, movedNet } from './trades.ts';
import { type Instruments, type WireStatement, nameOf, rateText, timeText } from './wire.ts';

/** Converts a statement to its wire format. */
export function presentStatement(statement: Statement, market: Instruments): WireStatement {
  const { account, isDemo, span, now, ongoing, books, instruments, curve, equity, positions, pending, floating } =
    statement;
  const netValue = netValueOf(statement);
  const change = minus(books.closing.total, books.opening.total);
  return {
    from: timeText(span.from),
    to: timeText(span.to),
    ongoing,
    as_of: timeText(now),
    account,
    is_demo: isDemo,
    currency: 'USD',
    opening: presentBooks(books.opening),
    closing: presentBooks(books.closing),
    movements: presentMoved(books.moved, change),
    trades: presentTotals(instruments),
    instruments: instruments.map((sums) => presentInstrument(sums, market)),
    unassigned: formatMoney(minus(change, statement.ofInstruments)),
    positions: positions.map((position) => presentPosition(position, market, ongoing)),
    floating: floating === undefined ? null : formatMoney(floating),
    held: formatMoney(statement.withheld),
    net_value: netValue === undefined ? null : formatMoney(netValue),
    pending: pending?.map((order) => presentPending(order, market)) ?? null,
    curve: {
      balance: curve.balances.map(({ time, value }) => ({ time: timeText(time), value: formatMoney(value) })),
      equity: equity.map(({ time, balance, equity: value }) => ({
        time: timeText(time),
        balance: formatMoney(balance),
        value: value === undefined ? null : formatMoney(value),
      })),
      step: curve.step,
    },
  };
}

function presentBooks({ total, available }: Books): WireStatement['opening'] {
  return { total: formatMoney(total), available: formatMoney(available), frozen: formatMoney(minus(total, available)) };
}

function presentMoved(moved: Statement['books']['moved'], change: Money): WireStatement['movements'] {
  const of = (name: LedgerType): string => formatMoney(moved.get(name) ?? ZERO);
  return {
    deposits: of('deposit'),
    withdrawals: of('withdrawal'),
    withdrawal_fees: of('withdrawalFee'),
    trading_fees: of('tradingFee'),
    realised_profit: of('realisedProfit'),
    swaps: of('swap'),
    fill_corrections: of('fillCorrection'),
    copy_fees: of('copyFee'),
    guarantee_premiums: of('guaranteePremium'),
    demo_funding: of('demoFunding'),
    adjustments: of('adjustment'),
    rewards: of('reward'),
    covers: of('negativeBalanceCover'),
    total: formatMoney(change),
  };
}

function presentTotals(instruments: readonly InstrumentSums[]): WireStatement['trades'] {
  const sum = (pick: (sums: InstrumentSums) => bigint): Money =>
    asMoney(instruments.reduce((all, each) => all + pick(each), 0n));
  const trades = instruments.reduce((all, each) => all + each.trades, 0);
  const wins = instruments.reduce((all, each) => all + each.wins, 0);
  const [grossProfit, grossLoss, fee, swap, premium] = [
    sum((each) => each.grossProfit),
    sum((each) => each.grossLoss),
    sum((each) => each.fee),
    sum((each) => each.swap),
    sum((each) => each.premium),
  ];
  const profit = asMoney(grossProfit + grossLoss);
  return {
    trades,
    wins,
    win_rate: rateText(wins, trades),
    lots: formatLots(asLots(instruments.reduce((all, each) => all + each.lots, 0n))),
    gross_profit: formatMoney(grossProfit),
    gross_loss: formatMoney(grossLoss),
    profit: formatMoney(profit),
    fee: formatMoney(negate(fee)),
    swap: formatMoney(swap),
    premium: formatMoney(negate(premium)),
    net: formatMoney(netResult({ profit, fee, swap, premium })),
  };
}

/** Converts the sums of an instrument to their wire format. */
export function presentInstrument(sums: InstrumentSums, market: Instruments): WireStatement['instruments'][number] {
  return {
    instrument: nameOf(market, sums.instrument),
    trades: sums.trades,
    lots: formatLots(sums.lots),
    win_rate: rateText(sums.wins, sums.trades),
    gross_profit: formatMoney(sums.grossProfit),
    gross_loss: formatMoney(sums.grossLoss),
    fees: formatMoney(sums.movedFees),
    swaps: formatMoney(sums.movedSwaps),
    corrections: formatMoney(sums.movedCorrections),
    premiums: formatMoney(sums.movedPremiums),
    net: formatMoney(movedNet(sums)),
  };
}
