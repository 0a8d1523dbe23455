import { readStored, writeStored } from '@fairlot/web';
import { useState } from 'react';
import { PRICE_SCALES } from '../../chart/price-scale.ts';
import type { PriceScale } from '../../chart/price-scale.ts';

const KEY = 'fairlot.priceScale';

/** The scale of the chart's price axis, stored on this device. */
export function usePriceScale(): readonly [PriceScale, (scale: PriceScale) => void] {
  const [scale, setScale] = useState<PriceScale>(() => {
    const stored = readStored(KEY);
    return PRICE_SCALES.find((one) => one === stored) ?? 'plain';
  });
  return [
    scale,
    (next) => {
      setScale(next);
      writeStored(KEY, next);
    },
  ];
}
