import type { Group, Instrument } from '@fairlot/domain';
import type { Applied, Command, Event, MarketView, Outcome, TradingRules } from '@fairlot/engine';

/**
 * The journal's format: JSON without blanks, fields in the object's order, absent fields omitted, scaled integers as
 * text. Equal values give equal text, so that a replayed row can be compared byte by byte.
 */
type Stored = Command | Event | MarketView | TradingRules | Instrument | Group;

/** Names of the fields that have a value of type V anywhere inside T. */
type FieldsOf<T, V> = T extends readonly (infer E)[]
  ? FieldsOf<E, V>
  : T extends bigint
    ? never
    : T extends object
      ? {
          [K in keyof T & string]-?: (NonNullable<T[K]> extends V ? K : never) | FieldsOf<NonNullable<T[K]>, V>;
        }[keyof T & string]
      : never;
type ScaledField = FieldsOf<Stored, bigint>;
/**
 * A field name must not be a number in one place and text in another, because the reader could not distinguish them.
 */
type Unambiguous = ScaledField & FieldsOf<Stored, string> extends never ? true : false;

const SCALED: Readonly<Record<ScaledField, Unambiguous>> = {
  lots: true,
  target: true,
  limitPrice: true,
  worst: true,
  stopLoss: true,
  takeProfit: true,
  trailing: true,
  premium: true,
  distance: true,
  marketPrice: true,
  gap: true,
  amount: true,
  fee: true,
  bid: true,
  ask: true,
  price: true,
  margin: true,
  profit: true,
  equity: true,
  usedMargin: true,
  releases: true,
  ratio: true,
  loss: true,
  demoFunds: true,
  worth: true,
  lotStep: true,
  minLots: true,
  maxLots: true,
  unitsPerLot: true,
  feeRate: true,
  long: true,
  short: true,
  rate: true,
  open: true,
  close: true,
  from: true,
  difference: true,
  waived: true,
  covered: true,
  swap: true,
  rest: true,
};

/** Writes a value in the journal's format. */
export function encode(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return `"${value}"`;
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RangeError('the journal accepts only finite numbers');
    return String(value);
  }
  if (value === null) return 'null';
  if (typeof value !== 'object') throw new TypeError(`the journal can't hold a ${typeof value}`);
  return Array.isArray(value) ? encodeList(value) : encodeFields(value);
}

function encodeList(list: readonly unknown[]): string {
  let text = '[';
  for (let at = 0; at < list.length; at += 1) text += at === 0 ? encode(list[at]) : `,${encode(list[at])}`;
  return `${text}]`;
}

function encodeFields(fields: object): string {
  let text = '';
  for (const name in fields) {
    const value = (fields as Record<string, unknown>)[name];
    // Names are our own fields or refusal details. Neither needs escaping.
    if (value !== undefined) text += `${text === '' ? '{' : ','}"${name}":${encode(value)}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

/**
 * Reads a command, a list of events or markets, rules or terms; the caller knows which. Throws on text that is not
 * JSON.
 */
export function decode(text: string): unknown {
  return revive(JSON.parse(text));
}

/** Reads an outcome. It contains no scaled integers, but its details may have the names of some. */
export function decodeOutcome(text: string): Outcome {
  return JSON.parse(text) as Outcome;
}

function revive(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  for (const name in fields) {
    const field = fields[name];
    if (typeof field === 'object') revive(field);
    else if (typeof field === 'string' && Object.hasOwn(SCALED, name)) fields[name] = BigInt(field);
  }
  return value;
}

/** The text columns of a row. */
export interface RowTexts {
  readonly command: string;
  readonly markets: string;
  readonly outcome: string;
  readonly events: string;
}

/** Reads a journal row. */
export function decodeRow(seq: number, rules: number, texts: RowTexts): Applied {
  return {
    seq,
    rules,
    command: decode(texts.command) as Command,
    markets: decode(texts.markets) as MarketView[],
    outcome: decodeOutcome(texts.outcome),
    events: decode(texts.events) as Event[],
  };
}
