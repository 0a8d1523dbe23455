import type { PushNotice } from '@fairlot/contract';
import { formatMoney, formatPrice, withSign, withUnit, writeFigure } from '@fairlot/domain';
import type { CloseReason, Money, Price } from '@fairlot/domain';
import { isolate, translate } from '@fairlot/i18n';
import type { LanguageCode } from '@fairlot/i18n';

type Words = Omit<PushNotice, 'lang' | 'dir'>;

/** An instrument as notices name it. */
export interface Named {
  readonly displayCode: string;
  readonly pricePrecision: number;
}

/** A price alert that fired. */
export interface FiredAlert {
  readonly id: number;
  readonly side: 'bid' | 'ask';
  readonly direction: 'rise' | 'fall';
  readonly price: Price;
  readonly quoted: Price;
}

/** A position that was closed by something else than its owner's hand. */
export interface Closed {
  readonly order: number;
  readonly reason: CloseReason;
  readonly price: Price;
  readonly profit: Money;
}

/** The notice of a price alert. */
export function alertNotice(
  { id, side, direction, price, quoted }: FiredAlert,
  { displayCode, pricePrecision }: Named,
  language: LanguageCode,
): Words {
  const params = {
    price: isolate(formatPrice(price, pricePrecision)),
    quoted: isolate(formatPrice(quoted, pricePrecision)),
  };
  return {
    title: isolate(displayCode),
    body: translate(language, `push.alert.${side}.${direction}`, params),
    path: '/alerts',
    tag: `alert-${id}`,
  };
}

/** The notice of a closed position; undefined for what its owner did. */
export function closedNotice(
  { order, reason, price, profit }: Closed,
  { displayCode, pricePrecision }: Named,
  language: LanguageCode,
): Words | undefined {
  if (reason === 'client' || reason === 'demo_reset') return undefined;
  const result = withUnit(withSign(writeFigure(formatMoney(profit, 2))), 'USD');
  const params = { price: isolate(formatPrice(price, pricePrecision)), result: isolate(result) };
  return {
    title: isolate(displayCode),
    body: translate(language, `push.closed.${reason}`, params),
    path: '/order?type=3',
    tag: `order-${order}`,
  };
}
