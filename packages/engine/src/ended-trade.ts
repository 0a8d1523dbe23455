import type { InstrumentId, Lots, Money, Price, Quote, Side } from '@fairlot/domain';

/**
 * A position that has ended, as the journal and the tables have it: the engine keeps only alive orders. The engine
 * refuses figures whose result it does not find again.
 */
export interface EndedTrade {
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly lots: Lots;
  /** The prices of its fills. */
  readonly open: Price;
  readonly close: Price;
  /** The result that was booked between them. */
  readonly profit: Money;
  /** The quote that converted the result; absent when the instrument is quoted in dollars. */
  readonly conversionQuote?: Quote | undefined;
  /**
   * The part of the negative balance that the house paid at the moment of the close, less what corrections of trades
   * that closed at it have worked off. Absent in commands of earlier releases. No part of what a key stands for, because
   * a correction changes it.
   */
  readonly covered?: Money | undefined;
}
