/** An order as its note and its past chart need it. Prices are decimal texts; times ISO 8601. */
export interface NotedTrade {
  readonly id: number;
  readonly instrument: { readonly id: number; readonly showCode: string; readonly pricePrecision: number };
  /** null before it opened, and null while it is open. */
  readonly openedAt: string | null;
  readonly closedAt: string | null;
  readonly openPrice: string | null;
  readonly closePrice: string | null;
  /** null: off. */
  readonly stopLoss: string | null;
  readonly takeProfit: string | null;
}
