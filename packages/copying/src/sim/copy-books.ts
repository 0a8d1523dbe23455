import { type Money, ZERO, minus, plus } from '@fairlot/domain';
import type { Applied, OrderId } from '@fairlot/engine';

interface Booked {
  fee: Money;
  profit: Money | undefined;
  readonly parts: OrderId[];
}

/** Results of all orders, from committed rows: the figures that fees are computed from. */
export class CopyBooks {
  readonly #orders = new Map<OrderId, Booked>();

  take({ events }: Applied): void {
    for (const event of events) {
      if (event.type === 'positionOpened')
        this.#orders.set(event.order, { fee: event.fee, profit: undefined, parts: [] });
      else if (event.type === 'positionSplit') {
        const whole = this.#orders.get(event.order)!;
        whole.fee = minus(whole.fee, event.fee);
        whole.parts.push(event.part);
        this.#orders.set(event.part, { fee: event.fee, profit: undefined, parts: [] });
      } else if (event.type === 'positionClosed') this.#orders.get(event.order)!.profit = event.profit;
    }
  }

  /** Closed results of an order and of its parts, net of their trading fees. */
  realisedOf(order: OrderId): Money {
    const booked = this.#orders.get(order);
    if (booked === undefined) return ZERO;
    const own = booked.profit === undefined ? ZERO : minus(booked.profit, booked.fee);
    return booked.parts.reduce((sum, part) => plus(sum, this.realisedOf(part)), own);
  }
}
