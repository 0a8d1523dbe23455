import type { Guaranteed, PartialLevel, Trailing } from '@fairlot/domain';
import type { Applied, Event, FillCorrected, OrderPlaced, Party, SharedCorrection, Transferred } from '../index.ts';

/** Journal rows in the auditor's text format, for comparison. */
export function rowText(row: Applied): string[] {
  let noted = 0;
  const events = row.events.map((event) =>
    hasTerms(event) ? `${eventText(event)} by ${row.terms?.[noted++]?.terms.version}` : eventText(event),
  );
  return [`row ${row.seq} ${titleOf(row)} ${JSON.stringify(row.outcome)}`, ...events];
}

/** True for the events to which a row has the order's terms, in the same order: a pending order is filled by its own. */
function hasTerms(event: Event): boolean {
  if (event.type === 'positionOpened') return event.kind === 'market';
  return event.type === 'orderPlaced' || event.type === 'orderAmended';
}

function titleOf({ command }: Applied): string {
  if (command.type === 'trigger')
    return `trigger ${command.instrument} ${command.hits.map(({ order, cause }) => `${order}:${cause}`).join(' ')}`;
  if (command.type === 'expire') return `expire ${command.orders.join(' ')}`;
  return command.type === 'stopOut' ? `stopOut ${command.account}` : command.type;
}

/** Reference and memo of a transfer. */
function aboutText({ reference, memo }: Transferred): string {
  const parts = [reference, memo].filter((part) => part !== undefined);
  return parts.length === 0 ? '-' : parts.join(' ');
}

function eventText(event: Event): string {
  switch (event.type) {
    case 'transferred':
      return `transfer ${event.id} ${event.kind} ${partyText(event.debit)}>${partyText(event.credit)} ${event.amount} ${aboutText(event)}${event.worth === undefined ? '' : ` from ${event.worth}`}`;
    case 'accountOpened':
      return `account ${event.account} ${event.kind}${event.group === undefined ? '' : ` in ${event.group}`}`;
    case 'accountRetired':
      return `retired ${event.account}`;
    case 'orderPlaced':
      return `placed ${orderText(event)}${conditionText(event)} on ${event.quote.seq}`;
    case 'positionOpened':
      return `opened ${orderText(event)} at ${event.price} on ${event.quote.seq}`;
    case 'orderCancelled':
      return `cancelled ${event.order} of ${event.account} ${event.reason}`;
    case 'positionSplit':
      return `split ${event.part} of ${event.account} from ${event.order}: ${event.lots} margin ${event.margin} fee ${event.fee} swap ${event.swap} stop ${event.stopLoss ?? '-'} take ${event.takeProfit ?? '-'}${promiseText(event)}${sharedText(event.correction)}`;
    case 'positionClosed':
      return closedText(event);
    case 'fillCorrected':
      return correctedText(event);
    case 'stopsChanged':
      return `stops of ${event.order} of ${event.account}: ${event.stopLoss ?? '-'} ${event.takeProfit ?? '-'}${trailingText(event)}${promiseText(event)}`;
    case 'partialLevelsChanged':
      return `levels of ${event.order} of ${event.account}:${event.levels.map(levelText).join('')}`;
    case 'orderAmended':
      return `amended ${event.order} of ${event.account}: ${event.kind} ${event.target}${event.limitPrice === undefined ? '' : ` limit ${event.limitPrice}`} margin ${event.margin} fee ${event.fee} on ${event.quote.seq}`;
    case 'stopReached':
      return `stop of ${event.order} of ${event.account} reached: limit ${event.target} on ${event.quote.seq}`;
    case 'expiryChanged':
      return `expiry of ${event.order} of ${event.account}: ${event.expiresAt ?? '-'}`;
    case 'swapCharged':
      return `swap of ${event.order} of ${event.account} ${event.amount} for ${event.nights}`;
    case 'swapsSettled':
      return `swaps of account ${event.account} through ${event.through}`;
    case 'rolloverBegun':
      return `rollover ${event.rolloverTime} on day ${event.weekday}`;
    case 'rolloverEnded':
      return `end of rollover ${event.rolloverTime}`;
    case 'burstBegun':
    case 'burstEnded':
      return `${event.type} ${event.instrument}`;
    case 'swapKept': {
      const { mode, long, short, tripleWeekday } = event.swap;
      return `kept swap of instrument ${event.instrument}: ${mode} ${long} ${short} ${tripleWeekday}`;
    }
    case 'withdrawalHeld':
    case 'withdrawalReleased':
    case 'withdrawalPaid':
      return `${event.type} ${event.withdrawal} of ${event.account} ${event.amount} ${event.fee}`;
    case 'instrumentDefined':
      return `instrument ${event.instrument.id}`;
    case 'instrumentRemoved':
      return `no instrument ${event.instrument}`;
    case 'dealingSet':
      return `dealing in ${event.instrument}: ${event.mode}`;
    case 'groupDefined':
      return `group ${event.group.id}`;
    case 'groupRemoved':
      return `no group ${event.group}`;
    case 'groupAssigned':
      return `account ${event.account} to group ${event.group}`;
    case 'rulesSet':
      return 'rules';
  }
}

function levelText({ level, lots, price }: PartialLevel): string {
  return ` ${level === 'stopLoss' ? 'stop' : 'take'} ${lots}@${price}`;
}

function conditionText({ limitPrice, oco, expiresAt }: OrderPlaced): string {
  return [
    limitPrice === undefined ? '' : ` limit ${limitPrice}`,
    oco === undefined ? '' : ` or ${oco}`,
    expiresAt === undefined ? '' : ` until ${expiresAt}`,
  ].join('');
}

function partyText(party: Party): string {
  return 'house' in party ? `house.${party.house}` : `${party.account}.${party.book}`;
}

function orderText(event: Extract<Event, { type: 'orderPlaced' | 'positionOpened' }>): string {
  const { order, account, instrument, side, kind, lots, leverage, target, margin, fee, stopLoss, takeProfit } = event;
  const marked = event.markup === undefined ? '' : ` off ${event.markup.bid}/${event.markup.ask}`;
  return `${order} of ${account}: ${side} ${lots} x ${instrument} ${kind} ${target ?? '-'} 1:${leverage}${marked} margin ${margin} fee ${fee} stop ${stopLoss ?? '-'} take ${takeProfit ?? '-'}${trailingText(event)}${event.type === 'orderPlaced' ? '' : promiseText(event)}`;
}

function promiseText({ premium }: Guaranteed): string {
  return premium === undefined ? '' : ` guaranteed ${premium}`;
}

function trailingText({ trailing }: Trailing): string {
  return trailing === undefined ? '' : ` trailing ${trailing}`;
}

function closedText(event: Extract<Event, { type: 'positionClosed' }>): string {
  const { explanation: why, guarantee: used } = event;
  const kept = used === undefined ? '' : ` guaranteed from ${used.marketPrice} gap ${used.gap} premium ${used.premium}`;
  const because =
    why === undefined
      ? ''
      : ` because ${why.equity} ${why.usedMargin} ${why.ratio} ${why.stopOutPercent} ${why.loss}${why.releases === undefined ? '' : ` of ${why.releases}`}`;
  return `closed ${event.order} of ${event.account} at ${event.price} result ${event.profit} ${event.reason} on ${event.quote.seq}/${event.conversionQuote?.seq ?? '-'}${because}${kept}`;
}

function sharedText(shared: SharedCorrection | undefined): string {
  return shared === undefined
    ? ''
    : ` stands ${shared.open} after ${shared.count} waived ${shared.waived}/${shared.rest}`;
}

function correctedText(event: FillCorrected): string {
  const { order, account, fill, number, from, price, difference, amount, waived, open, close, conversionQuote } = event;
  return `corrected ${number} of ${order} of ${account}: ${fill} ${from} to ${price} difference ${difference} booked ${amount} waived ${waived} stands ${open} ${close ?? '-'} on ${conversionQuote?.seq ?? '-'}`;
}
