import type { OrderRecord } from '@fairlot/client';

/** An open buy of EURUSD for tests, with what a test changes. */
export function testOrder(change: Partial<OrderRecord> = {}): OrderRecord {
  return {
    Id: 1,
    ForexTradeLists: {
      Id: 7,
      Code: 'EURUSD',
      ShowCode: 'EUR/USD',
      Logo: '',
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
    OpenQuote: null,
    CloseQuote: null,
    Explanation: null,
    ...change,
  };
}
