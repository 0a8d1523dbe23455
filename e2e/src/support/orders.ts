import type { Phone } from './phone.ts';

/** An order in the words of the wire. */
export interface WireOrder { readonly Id: number; readonly OriginPrice: string; readonly TargetLossPrice: string; readonly TargetProfitPrice: string }

/** Calls the server with the page's token, past everything that the page keeps. */
export async function call({ page }: Phone, path: string, body?: object): Promise<{ readonly data: never }> {
  return page.evaluate(async ([at, sent]) => {
    const token = /"token":"([^"]+)"/.exec(localStorage.getItem('fairlot.session') ?? '')?.[1] ?? '';
    const headers = { lang: 'en', authorization: token, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
    const answer = await fetch(at, sent === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(sent) });
    return answer.json();
  }, [path, body] as const);
}

/** What the server says of an order, past everything that the page keeps. */
export async function recordOf(phone: Phone, id: number, status: 0 | 1 = 1): Promise<WireOrder> {
  const { data } = (await call(phone, `/v1/api/forex/my_deal?status=${String(status)}&page=1`)) as unknown as { data: { data: WireOrder[] } };
  const found = data.data.find((order) => order.Id === id);
  if (found === undefined) throw new Error(`no order ${String(id)}`);
  return found;
}

/** An open buy of EUR/USD with a stop near enough to be in view. */
export async function buyWithStop(phone: Phone): Promise<WireOrder> {
  return submitOrder(phone, (bid) => ({ status: '1', stop_loss_price: (bid * 0.999).toFixed(5) }));
}

/** A buy of EUR/USD that waits below the market. */
export async function waitToBuy(phone: Phone): Promise<WireOrder> {
  return submitOrder(phone, (bid) => ({ status: '0', target_price: (bid * 0.9992).toFixed(5) }));
}

async function submitOrder(phone: Phone, terms: (bid: number) => object): Promise<WireOrder> {
  const { data: list } = (await call(phone, '/v1/api/forex/trade_list')) as unknown as { data: { Id: number; Code: string; ForexQuotations: { Bid: string } }[] };
  const euro = list.find(({ Code }) => Code === 'EURUSD');
  if (euro === undefined) throw new Error('no EURUSD');
  const { data } = (await call(phone, '/v1/api/forex/submit', {
    type: 1, cont: '0.10', forex_id: euro.Id, multiple: '100', ...terms(Number(euro.ForexQuotations.Bid)),
  })) as unknown as { data: { order: WireOrder } };
  return data.order;
}
