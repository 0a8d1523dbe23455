import { formatCount } from '@fairlot/client';
import type { ReactNode } from 'react';
import { usePercent } from '../../shared/language/language.ts';

/** A fee's whole per cent. */
export function FeePercent({ value }: { readonly value: number }): ReactNode {
  return usePercent().ofFigure(formatCount(value));
}
