import {
  type Conversion,
  type CurrencyExposure,
  DOLLAR,
  type Exposure,
  type GroupId,
  type GuaranteeRisk,
  type Holdings,
  type InstrumentId,
  type Money,
  type Sides,
  ZERO,
  absolute,
  addHoldings,
  addSides,
  clientsProfit,
  conversionFrom,
  exposureAt,
  exposureByCurrency,
  guaranteeRisk,
  plus,
} from '@fairlot/domain';
import type { AccountKind, GroupHoldings } from '@fairlot/engine';
import type { ListedInstrument, MarketData } from '../../../market/port.ts';
import type { TradingHost } from '../../../trading/port.ts';

/** The exposure in one instrument. `value`: undefined while a quote is missing. */
export interface InstrumentExposure {
  readonly id: InstrumentId;
  readonly instrument: ListedInstrument | undefined;
  readonly holdings: Holdings;
  readonly value:
    { readonly exposure: Exposure; readonly profit: Money; readonly guarantees: GuaranteeRisk } | undefined;
}

/** The exposure of the accounts of a group over all instruments, in dollars. */
export interface GroupExposure {
  readonly group: GroupId;
  readonly instruments: number;
  readonly positions: number;
  readonly dollars: Sides<Money>;
  readonly profit: Money;
  /** Codes of instruments without a quote, which are in no sum. */
  readonly unvalued: readonly string[];
}

const NONE: Sides<Money> = { long: ZERO, short: ZERO, net: ZERO, gross: ZERO };

/** The open positions of all clients at current quotes. Every figure is undefined while trading recovers. */
export class ExposureFigures {
  readonly #trading: Pick<TradingHost, 'exposure'>;
  readonly #market: Pick<MarketData, 'instrument' | 'quote'>;

  constructor(trading: Pick<TradingHost, 'exposure'>, market: Pick<MarketData, 'instrument' | 'quote'>) {
    this.#trading = trading;
    this.#market = market;
  }

  /** By instrument, the largest net first; those without a quote come last. */
  byInstrument(kind: AccountKind): readonly InstrumentExposure[] | undefined {
    const sums = new Map<InstrumentId, GroupHoldings>();
    const rows = this.#trading.exposure(kind);
    for (const row of rows ?? []) {
      const before = sums.get(row.instrument);
      const holdings = before === undefined ? row.holdings : addHoldings(before.holdings, row.holdings);
      sums.set(row.instrument, { ...row, holdings });
    }
    if (rows === undefined) return undefined;
    return [...sums.values()]
      .map((row) => this.#valued(row))
      .toSorted((one, other) => bySize(one.value?.exposure.dollars.net, other.value?.exposure.dollars.net));
  }

  /** By group, the largest net first. */
  byGroup(kind: AccountKind): readonly GroupExposure[] | undefined {
    const groups = new Map<GroupId, GroupExposure>();
    const rows = this.#trading.exposure(kind);
    for (const row of rows ?? []) {
      const { group } = row;
      const before = groups.get(group) ?? emptyGroup(group);
      const { instrument, holdings, value } = this.#valued(row);
      groups.set(group, {
        group,
        instruments: before.instruments + 1,
        positions: before.positions + holdings.positions,
        dollars: value === undefined ? before.dollars : addSides(before.dollars, value.exposure.dollars),
        profit: value === undefined ? before.profit : plus(before.profit, value.profit),
        unvalued: value === undefined ? [...before.unvalued, instrument?.code ?? ''] : before.unvalued,
      });
    }
    if (rows === undefined) return undefined;
    return [...groups.values()].toSorted((one, other) => bySize(one.dollars.net, other.dollars.net));
  }

  /** By currency and other base unit, the largest net in dollars first. Instruments without a quote are left out. */
  byCurrency(kind: AccountKind): readonly (readonly [string, CurrencyExposure])[] | undefined {
    const parts = this.byInstrument(kind)?.flatMap(({ instrument, value }) =>
      instrument === undefined || value === undefined ? [] : [{ instrument, exposure: value.exposure }],
    );
    if (parts === undefined) return undefined;
    return [...exposureByCurrency(parts)].toSorted(([, one], [, other]) => bySize(one.dollars.net, other.dollars.net));
  }

  #valued({ instrument: id, holdings }: GroupHoldings): InstrumentExposure {
    const instrument = this.#market.instrument(id);
    const quote = this.#market.quote(id);
    const conversion = instrument === undefined ? undefined : this.#conversionOf(instrument);
    if (instrument === undefined || quote === undefined || conversion === undefined)
      return { id, instrument, holdings, value: undefined };
    const exposure = exposureAt(instrument, holdings, quote, conversion);
    return {
      id,
      instrument,
      holdings,
      value: {
        exposure,
        profit: clientsProfit(instrument, holdings, quote, conversion),
        guarantees: guaranteeRisk(instrument, holdings, conversion),
      },
    };
  }

  #conversionOf({ conversion }: ListedInstrument): Conversion | undefined {
    if (conversion === null) return DOLLAR;
    const quote = this.#market.quote(conversion.instrument);
    return quote === undefined ? undefined : conversionFrom(conversion, quote);
  }
}

function emptyGroup(group: GroupId): GroupExposure {
  return { group, instruments: 0, positions: 0, dollars: NONE, profit: ZERO, unvalued: [] };
}

function bySize(one: Money | undefined, other: Money | undefined): number {
  const [left, right] = [one, other].map((net) => (net === undefined ? -1n : absolute(net)));
  return left === right ? 0 : (left ?? 0n) < (right ?? 0n) ? 1 : -1;
}
