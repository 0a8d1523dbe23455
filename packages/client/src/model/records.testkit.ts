import type { category, drawRecord, instrument, ledgerRecord, rankingEntry } from '@fairlot/contract';
import type { z } from 'zod/mini';
import type { OrderRecord } from './order.ts';

// Records in the server's form. Each function takes the fields that a test changes.

/** An open buy of a tenth of a lot of EURUSD. */
export function orderRecord(change: Partial<OrderRecord> = {}): OrderRecord {
  return {
    Id: 1,
    ForexTradeLists: {
      Id: 7,
      Code: 'EURUSD',
      ShowCode: 'EUR/USD',
      Logo: '/logos/eurusd.svg',
      PricePrecision: 5,
      ForexContNum: '100000',
    },
    OrderType: 1,
    Kind: 'market',
    Quantity: '0.10',
    Multiple: 100,
    OriginPrice: '0',
    Price: '1.10010',
    UpdatePrice: '1.10000',
    FactProfits: '-1.000000',
    CautionMoney: '110.010000',
    TradeFee: '0.350000',
    Swap: '0.000000',
    TargetLossPrice: '0',
    TargetProfitPrice: '0',
    Status: 1,
    CreateTimeHandler: '2026-01-05T10:00:00.000Z',
    OpenTimeHandler: '2026-01-05T10:00:00.000Z',
    CompleteTimeHandler: null,
    EndReason: null,
    OpenQuote: { Seq: 12, Time: 1_767_607_200_000, Bid: '1.10000', Ask: '1.10010' },
    CloseQuote: null,
    Explanation: null,
    Markup: { Bid: '0.00000', Ask: '0.00000' },
    ...change,
  };
}

/** An instrument whose quote currency is not the dollar. */
export function instrumentRecord(change: Partial<z.output<typeof instrument>> = {}): z.output<typeof instrument> {
  return {
    Id: 3,
    Code: 'USDJPY',
    ShowCode: 'USD/JPY',
    Name: 'US dollar / Japanese yen',
    Logo: '/logos/usdjpy.svg',
    CategoryId: 1,
    MarketStatus: 1,
    Dealing: 'normal',
    Doubt: null,
    Source: 'simulated',
    NextSession: 1_767_650_400_000,
    PricePrecision: 3,
    Pip: '0.01',
    ForexMinCont: '0.01',
    ForexMaxCont: '100.00',
    ForexContNum: '100000',
    FeeType: 1,
    Terms: 'v1',
    ForexFeeRate: '3.5',
    MarginMode: 2,
    HasForexMultiple: [{ Value: 100 }, { Value: 200 }],
    QuoteCurrency: 'JPY',
    Conversion: { Id: 3, Inverse: true },
    StaleAfter: 10_000,
    Swap: { Mode: 'points', Long: '-7', Short: '3.25', TripleWeekday: 3 },
    Markup: { Bid: '0.000', Ask: '0.000' },
    AnnouncedTerms: [],
    ForexQuotations: {
      Seq: 5,
      Time: 1_767_607_200_000,
      Bid: '151.203',
      Ask: '151.215',
      Open: '150.900',
      High: '151.400',
      Low: '150.800',
      Close: '151.203',
      Change: '0.20',
      Volume: 1_234,
    },
    ...change,
  };
}

export const CATEGORY: z.output<typeof category> = { Id: 1, NameShowTrans: 'Currencies' };

/** The ledger entry of a closed position. */
export function ledgerEntryRecord(change: Partial<z.output<typeof ledgerRecord>> = {}): z.output<typeof ledgerRecord> {
  return {
    Id: 31,
    Value: '-12.340000',
    AvailableValue: '-12.340000',
    FrozenValue: '0.000000',
    Type: 5,
    Memo: '',
    MemoTran: 'Profit or loss',
    Reference: 1,
    CreatedAtTran: '2026-01-05T10:00:00.000Z',
    ...change,
  };
}

/** A withdrawal of coins that is under review. */
export function withdrawalRecord(change: Partial<z.output<typeof drawRecord>> = {}): z.output<typeof drawRecord> {
  return {
    id: 4,
    number: '250.000000',
    real_number: '1946.10',
    draw_currency: { code: 'USDT', protocol: 'ERC20' },
    fee: '0.500000',
    status_name: 'Under review',
    status: 'review',
    created_at: '2026-01-05T10:00:00.000Z',
    type: 1,
    address: '0x123',
    payee_account: '',
    notes: '',
    memo: '',
    ...change,
  };
}

/** A trader of the ranking with every figure. */
export function rankingRecord(change: Partial<z.output<typeof rankingEntry>> = {}): z.output<typeof rankingEntry> {
  return {
    rank: 1,
    user: { id: 9, name: 'Ada', is_demo: 1, strategy: null },
    multiple: '87.50',
    three_week_rate: '-1.25',
    three_week_win: '61.80',
    three_week_profit: '-12.340000',
    total_rate: '3.10',
    total_trade_num: 42,
    code: 'EUR/USD,XAU/USD',
    ...change,
  };
}
