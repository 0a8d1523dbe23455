import type { Device } from './device.ts';

/** An order in its wire format. */
export interface WireOrder {
  readonly Id: number;
  readonly Kind: string;
  readonly OriginPrice: string;
  readonly TargetLossPrice: string;
  readonly TargetProfitPrice: string;
}

/** Calls the server with the page's token, bypassing the page's caches. */
export async function call({ page }: Device, path: string, body?: object): Promise<{ readonly data: never }> {
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

/** Reads an order from the server, bypassing the page's caches. */
export async function recordOf(device: Device, id: number, status: 0 | 1 = 1): Promise<WireOrder> {
  const { data } = (await call(device, `/v1/api/forex/my_deal?status=${String(status)}&page=1`)) as unknown as {
    data: { data: WireOrder[] };
  };
  const found = data.data.find((order) => order.Id === id);
  if (found === undefined) throw new Error(`no order ${String(id)}`);
  return found;
}

/** An instrument whose price is near the middle of its chart, so that lines fit on both sides. */
export interface Roomy {
  readonly id: number;
  readonly code: string;
  readonly bid: number;
  /** Difference between the highest and the lowest visible close. */
  readonly range: number;
}

/** Currencies whose pairs have five decimals: many, so that the price of one of them is near the middle of its chart. */
const PAIR = /^(?:EUR|GBP|AUD|NZD|USD|CAD|CHF){2}$/;
/** Number of visible bars on a phone. */
const IN_VIEW = 42;

/**
 * Returns the pair whose price is nearest to the middle of its chart. One at its low would leave no room for lines
 * below.
 */
export async function roomiest(device: Device): Promise<Roomy> {
  const { data: list } = (await call(device, '/v1/api/forex/trade_list')) as unknown as {
    data: { Id: number; Code: string; ForexQuotations: { Bid: string } }[];
  };
  const all = await Promise.all(
    list
      .filter(({ Code }) => PAIR.test(Code))
      .map(async ({ Id, Code, ForexQuotations }) => {
        const { data } = (await call(
          device,
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

/** Opens the chart of an instrument through the search. */
export async function openChart({ page, open }: Device, code: string): Promise<void> {
  await open('/product');
  await page.getByRole('searchbox').fill(code);
  await page.getByTestId(`row-${code}`).filter({ visible: true }).click();
  await page.waitForURL(/#\/trade/);
}

/** Opens a buy position with a visible stop. */
export async function buyWithStop(device: Device, { id, bid, range }: Roomy): Promise<WireOrder> {
  return submitOrder(device, id, { status: '1', stop_loss_price: (bid - range * 0.2).toFixed(5) });
}

/** Places a buy limit below the market. */
export async function waitToBuy(device: Device, { id, bid, range }: Roomy): Promise<WireOrder> {
  return submitOrder(device, id, { status: '0', target_price: (bid - range * 0.2).toFixed(5) });
}

async function submitOrder(device: Device, id: number, terms: object): Promise<WireOrder> {
  const { data } = (await call(device, '/v1/api/forex/submit', {
    type: 1,
    cont: '0.10',
    forex_id: id,
    multiple: '100',
    ...terms,
  })) as unknown as { data: { order: WireOrder } };
  return data.order;
}
