import type { Markup, Quote } from '@fairlot/domain';
import type {
  Applied,
  Command,
  Event,
  LinkedLeg,
  Outcome,
  Party,
  PlaceOrder,
  PositionOpened,
  Transferred,
} from '@fairlot/engine';
import { type RowTexts, encode } from './codec.ts';

/**
 * Writes the four text columns of a journal row in the format of codec.ts. The parts of market orders are written by
 * hand, at a third of the cost, with their fields in the order below; everything else uses the codec.
 */
export function encodeRow({ command, markets, outcome, events }: Applied): RowTexts {
  return {
    command: command.type === 'placeOrder' ? placeOrderText(command) : encode(command satisfies Command),
    markets: markets.length === 0 ? '[]' : encode(markets),
    outcome: outcomeText(outcome),
    events: eventsText(events),
  };
}

function outcomeText(outcome: Outcome): string {
  if (!outcome.ok) return encode(outcome);
  if (outcome.closed !== undefined) return encode(outcome);
  return outcome.order === undefined ? '{"ok":true}' : `{"ok":true,"order":${integer(outcome.order)}}`;
}

function eventsText(events: readonly Event[]): string {
  let text = '[';
  for (const event of events) text += text === '[' ? eventText(event) : `,${eventText(event)}`;
  return `${text}]`;
}

function eventText(event: Event): string {
  if (event.type === 'positionOpened') return positionOpenedText(event);
  return event.type === 'transferred' ? transferredText(event) : encode(event);
}

function placeOrderText(c: PlaceOrder): string {
  return (
    `{"type":"placeOrder","instrument":${integer(c.instrument)},"side":"${c.side}","lots":"${c.lots}","leverage":${integer(c.leverage)}` +
    `${scaled('target', c.target)}${scaled('worst', c.worst)}${c.validUntil === undefined ? '' : `,"validUntil":${integer(c.validUntil)}`}${scaled('stopLoss', c.stopLoss)}${scaled('takeProfit', c.takeProfit)}${scaled('trailing', c.trailing)}${c.guaranteed === undefined ? '' : ',"guaranteed":true'}` +
    `${c.kind === undefined ? '' : `,"kind":"${c.kind}"`}${c.terms === undefined ? '' : `,"terms":${JSON.stringify(c.terms)}`}` +
    `${scaled('limitPrice', c.limitPrice)}${c.oco === undefined ? '' : `,"oco":${linkedText(c.oco)}`}` +
    `${c.expiresAt === undefined ? '' : `,"expiresAt":${integer(c.expiresAt)}`}${c.endsWithDay === undefined ? '' : `,"endsWithDay":true`}` +
    `,"account":${integer(c.account)},"key":${JSON.stringify(c.key)},"time":${integer(c.time)}}`
  );
}

function linkedText(l: LinkedLeg): string {
  return (
    `{"side":"${l.side}","target":"${l.target}"${l.kind === undefined ? '' : `,"kind":"${l.kind}"`}` +
    `${scaled('stopLoss', l.stopLoss)}${scaled('takeProfit', l.takeProfit)}}`
  );
}

function positionOpenedText(e: PositionOpened): string {
  return (
    `{"type":"positionOpened","order":${integer(e.order)},"account":${integer(e.account)},"instrument":${integer(e.instrument)},"side":"${e.side}"` +
    `,"kind":"${e.kind}","lots":"${e.lots}","leverage":${integer(e.leverage)}${markupText(e.markup)}${scaled('target', e.target)}${scaled('stopLoss', e.stopLoss)}` +
    `${scaled('takeProfit', e.takeProfit)}${scaled('trailing', e.trailing)}${scaled('premium', e.premium)},"price":"${e.price}","margin":"${e.margin}","fee":"${e.fee}","quote":${quoteText(e.quote)}}`
  );
}

function markupText(markup: Markup | undefined): string {
  return markup === undefined ? '' : `,"markup":{"bid":"${markup.bid}","ask":"${markup.ask}"}`;
}

function transferredText(e: Transferred): string {
  return (
    `{"type":"transferred","id":${integer(e.id)},"kind":"${e.kind}","debit":${partyText(e.debit)},"credit":${partyText(e.credit)}` +
    `,"amount":"${e.amount}"${e.reference === undefined ? '' : `,"reference":${integer(e.reference)}`}` +
    `${e.memo === undefined ? '' : `,"memo":${JSON.stringify(e.memo)}`}${scaled('worth', e.worth)}}`
  );
}

function partyText(party: Party): string {
  return 'house' in party
    ? `{"house":"${party.house}"}`
    : `{"account":${integer(party.account)},"book":"${party.book}"}`;
}

function quoteText(quote: Quote): string {
  const source = quote.source === undefined ? '' : `,"source":"${quote.source}"`;
  return `{"instrument":${integer(quote.instrument)},"seq":${integer(quote.seq)},"time":${integer(quote.time)},"bid":"${quote.bid}","ask":"${quote.ask}"${source}}`;
}

function scaled(name: string, value: bigint | undefined): string {
  return value === undefined ? '' : `,"${name}":"${value}"`;
}

/** Writes a number. JSON has no text for non-finite numbers. */
function integer(value: number): number {
  if (!Number.isFinite(value)) throw new RangeError('the journal accepts only finite numbers');
  return value;
}
