import type { PriceAlert as AlertRecord } from '@fairlot/contract';
import { camelKeys } from './camel-keys.ts';
import type { CamelKeys } from './camel-keys.ts';
import type { ReadOptions, Reader } from './read.ts';

/** A price alert. It fires once, on the first quote whose side reaches the price. */
export interface PriceAlert {
  readonly id: number;
  readonly instrument: number;
  readonly side: 'bid' | 'ask';
  readonly direction: 'rise' | 'fall';
  /** Decimal text with the decimals of its instrument. */
  readonly price: string;
  readonly createdAt: string;
  /** null until the alert fires. */
  readonly firedAt: string | null;
  /** The quote that fired the alert; prices are decimal texts. */
  readonly quote: CamelKeys<AlertRecord['quote']>;
}

export interface PriceAlerts {
  readonly waiting: readonly PriceAlert[];
  /** Newest first. */
  readonly fired: readonly PriceAlert[];
  /** Maximum number of alerts that have not fired. */
  readonly limit: number;
}

export function alertFrom(record: AlertRecord): PriceAlert {
  const { forex_id: instrument, ...rest } = record;
  return { ...camelKeys(rest), instrument };
}

export async function readAlerts(api: Reader, options: ReadOptions): Promise<PriceAlerts> {
  const { waiting, fired, limit } = await api.call('alertList', {}, options);
  return { waiting: waiting.map(alertFrom), fired: fired.map(alertFrom), limit };
}

export async function setAlert(
  api: Reader,
  { instrument, side, direction, price }: Pick<PriceAlert, 'instrument' | 'side' | 'direction' | 'price'>,
  options: ReadOptions,
): Promise<PriceAlert> {
  return alertFrom(await api.call('alertSet', { forex_id: instrument, side, direction, price }, options));
}
