import type { Phone } from './phone.ts';

/** An order in the words of the wire. */
export interface WireOrder {
  readonly Id: number;
  readonly OriginPrice: string;
  readonly TargetLossPrice: string;
  readonly TargetProfitPrice: string;
}

/** Calls the server with the page's token, past everything that the page keeps. */
export async function call({ page }: Phone, path: string, body?: object): Promise<{ readonly data: never }> {
  return page.evaluate(
    async ([at, sent]) => {
      const token = /"token":"([^"]+)"/.exec(localStorage.getItem('fairlot.session') ?? '')?.[1] ?? '';
      const headers = {
        lang: 'en',
        authorization: token,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      };
      const answer = await fetch(
        at,
        sent === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(sent) },
      );
      return answer.json();
    },
    [path, body] as const,
  );
}

/** What the server says of an order, past everything that the page keeps. */
export async function recordOf(phone: Phone, id: number, status: 0 | 1 = 1): Promise<WireOrder> {
  const { data } = (await call(phone, `/v1/api/forex/my_deal?status=${String(status)}&page=1`)) as unknown as {
    data: { data: WireOrder[] };
  };
  const found = data.data.find((order) => order.Id === id);
  if (found === undefined) throw new Error(`no order ${String(id)}`);
  return found;
}

/** An instrument in the middle of what its chart shows: there is room for lines on both sides of its price. */
export interface Roomy {
  readonly id: number;
  readonly code: string;
  readonly bid: number;
  /** From the lowest to the highest close in view. */
  readonly range: number;
}

/** Priced in dollars to five digits. */
const MAJORS = new Set(['EURUSD', 'GBPUSD', 'AUDUSD', 'NZDUSD', 'USDCHF', 'USDCAD']);
/** Bars of the chart of a phone. */
const IN_VIEW = 42;

/** The major whose price is nearest to the middle of its chart: a market goes where it wants, and one at its low leaves no room below. */
export async function roomiest(phone: Phone): Promise<Roomy> {
  const { data: list } = (await call(phone, '/v1/api/forex/trade_list')) as unknown as {
    data: { Id: number; Code: string; ForexQuotations: { Bid: string } }[];
  };
  const all = await Promise.all(
    list
      .filter(({ Code }) => MAJORS.has(Code))
      .map(async ({ Id, Code, ForexQuotations }) => {
        const { data } = (await call(
          phone,
          `/v1/api/forex/abbreviated_cache_kline?forex_id=${String(Id)}&period=15min`,
        )) as unknown as { data: { Close: string }[] };
        const closes = data.slice(-IN_VIEW).map(({ Close }) => Number(Close));
        const [low, high, bid] = [Math.min(...closes), Math.max(...closes), Number(ForexQuotations.Bid)];
        return { id: Id, code: Code, bid, range: high - low, off: Math.abs(bid - (low + high) / 2) / (high - low) };
      }),
  );
  const [best] = all.sort((one, other) => one.off - other.off);
  if (best === undefined) throw new Error('no instrument to draw on');
  return best;
}

/** Goes to the chart of an instrument by way of the search. */
export async function openChart({ page, open }: Phone, code: string): Promise<void> {
  await open('/product');
  await page.getByRole('searchbox').fill(code);
  await page.getByTestId(`row-${code}`).filter({ visible: true }).click();
  await page.waitForURL(/#\/trade/);
}

/** An open buy with a stop near enough to be in view. */
export async function buyWithStop(phone: Phone, { id, bid, range }: Roomy): Promise<WireOrder> {
  return submitOrder(phone, id, { status: '1', stop_loss_price: (bid - range * 0.2).toFixed(5) });
}

/** A buy that waits below the market. */
export async function waitToBuy(phone: Phone, { id, bid, range }: Roomy): Promise<WireOrder> {
  return submitOrder(phone, id, { status: '0', target_price: (bid - range * 0.2).toFixed(5) });
}

async function submitOrder(phone: Phone, id: number, terms: object): Promise<WireOrder> {
  const { data } = (await call(phone, '/v1/api/forex/submit', {
    type: 1,
    cont: '0.10',
    forex_id: id,
    multiple: '100',
    ...terms,
  })) as unknown as { data: { order: WireOrder } };
  return data.order;
}
