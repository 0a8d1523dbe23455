import type { QuoteView } from '@fairlot/client';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/text.ts';

/** The day's high, low, open and volume, in one line of equal columns that never jump. */
export function DayFigures({
  quote,
  volume,
}: {
  readonly quote: QuoteView | undefined;
  readonly volume: (count: number) => string;
}): ReactNode {
  const text = useText();
  const figures = [
    ['high', quote?.high],
    ['low', quote?.low],
    ['open', quote?.open],
    ['volume', quote?.volume === undefined ? undefined : volume(quote.volume)],
  ] as const;
  return (
    <dl
      aria-label={text('trade.figures')}
      className="grid shrink-0 grid-cols-4 gap-2 px-4 crowded:grid-cols-2 pb-2 lg:flex lg:gap-8"
    >
      {figures.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="truncate text-12 text-quiet">{text(`trade.figure.${name}`)}</dt>
          <dd className="truncate text-14 text-ink">
            <span className="figure">{value ?? '–'}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
