import { priceNumber } from '@fairlot/client';
import type { OrderRecord } from '@fairlot/client';
import { parsePrice } from '@fairlot/domain';
import type { LineRole, PriceLine } from '../../../chart/chart-port.ts';
import { figure } from '../../../ordering/levels.ts';
import type { TicketDraft } from '../ticket/draft.ts';

/** Words on the lines. */
export interface LineWords {
  readonly buy: string;
  readonly sell: string;
  readonly stopLoss: string;
  readonly takeProfit: string;
  readonly limit: string;
  readonly stop: string;
}

/** More lines than this on one chart hide the candles. */
const MOST_ORDERS = 12;

/** Lines of open positions and pending orders on one instrument, with their stops and targets. */
export function orderLines(orders: readonly OrderRecord[], instrument: number, words: LineWords): PriceLine[] {
  const here = orders.filter((order) => order.ForexTradeLists.Id === instrument && order.Status <= 1).slice(0, MOST_ORDERS);
  return here.flatMap((order) => {
    const side = order.OrderType === 1 ? 'buy' : 'sell';
    const pending = order.Status === 0;
    const kind = order.Kind === 'stop' ? words.stop : words.limit;
    return [
      line(`${order.Id}`, pending ? 'pending' : side, pending ? order.OriginPrice : order.Price, `${words[side]}${pending ? ` ${kind}` : ''} ${order.Quantity}`),
      line(`${order.Id}-sl`, 'stopLoss', order.TargetLossPrice, words.stopLoss),
      line(`${order.Id}-tp`, 'takeProfit', order.TargetProfitPrice, words.takeProfit),
    ].flat();
  });
}

/** Lines of the ticket that is being written. */
export function draftLines(draft: TicketDraft, words: LineWords): PriceLine[] {
  return [
    draft.mode === 'pending' ? line('draft', 'draft', figure(draft.target), words[draft.side]) : [],
    draft.stopLoss.on ? line('draft-sl', 'stopLoss', figure(draft.stopLoss.text), words.stopLoss) : [],
    draft.takeProfit.on ? line('draft-tp', 'takeProfit', figure(draft.takeProfit.text), words.takeProfit) : [],
  ].flat().map((drawn) => ({ ...drawn, inView: true }));
}

function line(id: string, role: LineRole, text: string, label: string): PriceLine[] {
  const at = parsePrice(text);
  return at === undefined ? [] : [{ id, role, price: priceNumber(at), label: `${label} ${text}` }];
}
