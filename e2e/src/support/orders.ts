import type { Locator, Page } from 'playwright-core';
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

/** The rows of orders on a phone, of one instrument's code or of all. Screens that stay mounted but hidden do not count. */
export function orderRows(page: Page, code = ''): Locator {
  return page.getByTestId('order').filter({ hasText: code }).filter({ visible: true });
}

/**
 * The button that sends the ticket, as it is called while nothing blocks it: with lots and a price. The buttons of the
 * two sides have a price alone.
 */
export function sendButton(scope: Pick<Page, 'getByRole'>, say: Device['say'], nameKey = 'trade.side.buy'): Locator {
  const words = say('trade.ticket.submitWords', { name: say(nameKey), lots: 'LOTS', price: 'PRICE' });
  const pattern = words.replace('LOTS', String.raw`\d\S*`).replace('PRICE', String.raw`\d`);
  return scope.getByRole('button', { name: new RegExp(`^${pattern}`) }).last();
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

/** An instrument whose price has room on both sides in its chart, so that lines fit below and above it. */
export interface Roomy {
  readonly id: number;
  readonly code: string;
  readonly bid: number;
  /** Difference between the highest and the lowest close that the chart may show. */
  readonly range: number;
  /** Distance of a level below the bid that the chart shows in any state of the market. */
  readonly below: number;
}

/** Currencies whose pairs have five decimals: many, so that the price of one of them has room on both sides. */
const PAIR = /^(?:EUR|GBP|AUD|NZD|USD|CAD|CHF){2}$/;
/** A phone's chart shows at least the newest of these bars, and at most the newest of those. */
const IN_VIEW = { least: 28, most: 45 };

/** Lowest and highest of the bars' closes, which the axis always shows with their bars. */
function extremesOf(bars: readonly { readonly Close: string }[]): { readonly low: number; readonly high: number } {
  const closes = bars.map(({ Close }) => Number(Close));
  return { low: Math.min(...closes), high: Math.max(...closes) };
}

/**
 * Returns the pair whose price has most room in its chart. A level between the price and the low of the bars that are
 * surely visible is in view whatever else is: the price axis follows the visible bars and not the lines.
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
        const bid = Number(ForexQuotations.Bid);
        const [sure, possible] = [extremesOf(data.slice(-IN_VIEW.least)), extremesOf(data.slice(-IN_VIEW.most))];
        const range = possible.high - possible.low;
        const below = Math.min(range * 0.2, (bid - sure.low) * 0.6);
        return { id: Id, code: Code, bid, range, below, room: Math.min(below, sure.high - bid) / range };
      }),
  );
  const [best] = all.sort((one, other) => other.room - one.room);
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
export async function buyWithStop(device: Device, { id, bid, below }: Roomy): Promise<WireOrder> {
  return submitOrder(device, id, { status: '1', stop_loss_price: (bid - below).toFixed(5) });
}

/** Places a buy limit below the market. */
export async function waitToBuy(device: Device, { id, bid, below }: Roomy): Promise<WireOrder> {
  return submitOrder(device, id, { status: '0', target_price: (bid - below).toFixed(5) });
}

async function submitOrder(device: Device, id: number, terms: object): Promise<WireOrder> {
  const answer = (await call(device, '/v1/api/forex/submit', {
    type: 1,
    cont: '0.10',
    forex_id: id,
    multiple: '100',
    ...terms,
  })) as unknown as { data: { order: WireOrder } | null };
  if (answer.data === null) throw new Error(`the order was refused: ${JSON.stringify(answer)}`);
  return answer.data.order;
}
