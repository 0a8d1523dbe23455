import type { PushNotice } from '@fairlot/contract';
import {
  type CloseReason,
  type Money,
  type Price,
  type PriceTerms,
  asMoney,
  formatMoney,
  formatPrice,
  withSign,
  withUnit,
  writeFigure,
} from '@fairlot/domain';
import type { FillCorrected } from '@fairlot/engine';
import { type LanguageCode, isolate, translate } from '@fairlot/i18n';

type NoticeText = Omit<PushNotice, 'lang' | 'dir'>;

/** The name and price precision of an instrument, for notices. */
export interface NamedInstrument extends PriceTerms {
  readonly displayCode: string;
}

/** A price alert that fired. */
export interface FiredAlert {
  readonly id: number;
  readonly side: 'bid' | 'ask';
  readonly direction: 'rise' | 'fall';
  readonly price: Price;
  readonly quoted: Price;
}

/** A closed position. */
export interface ClosedPosition {
  readonly order: number;
  readonly reason: CloseReason;
  readonly price: Price;
  readonly profit: Money;
}

/** The notice of a price alert. */
export function alertNotice(
  { id, side, direction, price, quoted }: FiredAlert,
  instrument: NamedInstrument,
  language: LanguageCode,
): NoticeText {
  const params = {
    price: isolate(formatPrice(price, instrument)),
    quoted: isolate(formatPrice(quoted, instrument)),
  };
  return {
    title: isolate(instrument.displayCode),
    body: translate(language, `push.alert.${side}.${direction}`, params),
    path: '/alerts',
    tag: `alert-${id}`,
  };
}

/** The notice of a low margin level, with the words of what helps. */
export function marginNotice(level: string, help: string, language: LanguageCode): NoticeText {
  return {
    title: translate(language, 'mail.margin_warning.subject'),
    body: translate(language, 'push.margin_warning', { level, help }),
    path: '/order?type=1',
    tag: 'margin',
  };
}

/** The notice of a deed with the user's money, which an attacker could have done. */
export function deedNotice(
  what: 'method_bound' | 'withdrawal_requested',
  amount: bigint | undefined,
  language: LanguageCode,
): NoticeText {
  const figure = amount === undefined ? '' : withUnit(writeFigure(formatMoney(asMoney(amount), 2)), 'USD');
  return {
    title: translate(language, `mail.${what}.subject`, { amount: isolate(figure) }),
    body: translate(language, 'push.not_you'),
    path: what === 'method_bound' ? '/mine/wallet' : '/mine/withdraw',
    tag: what,
  };
}

/** The notice of an open request to remove the user's authenticator. */
export function resetNotice(language: LanguageCode): NoticeText {
  return {
    title: translate(language, 'mail.factor_reset_open.subject'),
    body: translate(language, 'push.not_you'),
    path: '/mine/security',
    tag: 'factor_reset',
  };
}

/** The notice of an open change of the user's email address. */
export function emailNotice(language: LanguageCode): NoticeText {
  return {
    title: translate(language, 'mail.email_change_old.subject'),
    body: translate(language, 'push.not_you'),
    path: '/mine/security',
    tag: 'email_change',
  };
}

/** The notice of a message from customer service. Its text stays in the chat: a locked screen may show the notice. */
export function messageNotice(language: LanguageCode): NoticeText {
  return {
    title: translate(language, 'mail.staff_message.subject'),
    body: translate(language, 'push.message'),
    path: '/mine/chat',
    tag: 'message',
  };
}

/** The notice of a closed position; undefined when its owner closed it. */
export function closedNotice(
  { order, reason, price, profit }: ClosedPosition,
  instrument: NamedInstrument,
  language: LanguageCode,
): NoticeText | undefined {
  if (reason === 'client' || reason === 'opposite' || reason === 'demo_reset') return undefined;
  const result = withUnit(withSign(writeFigure(formatMoney(profit, 2))), 'USD');
  const params = { price: isolate(formatPrice(price, instrument)), result: isolate(result) };
  return {
    title: isolate(instrument.displayCode),
    body: translate(language, `push.closed.${reason}`, params),
    path: '/order?type=3',
    tag: `order-${order}`,
  };
}

/** The notice of a fill that staff corrected. */
export function correctedNotice(
  { order, from, price, amount }: Pick<FillCorrected, 'order' | 'from' | 'price' | 'amount'>,
  instrument: NamedInstrument,
  language: LanguageCode,
): NoticeText {
  const result = withUnit(withSign(writeFigure(formatMoney(amount, 2))), 'USD');
  const [before, after] = [from, price].map((each) => isolate(formatPrice(each, instrument)));
  return {
    title: isolate(instrument.displayCode),
    body: translate(language, 'push.corrected', { from: before ?? '', price: after ?? '', result: isolate(result) }),
    path: '/order?type=3',
    tag: `correction-${order}`,
  };
}
