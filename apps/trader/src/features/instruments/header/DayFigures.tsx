import type { QuoteView } from '@fairlot/client';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/language/language.ts';

/** High, low, open and volume of the day, in one line of equal columns whose width does not change. */
export function DayFigures({
  quote,
  volume,
}: {
  readonly quote: QuoteView | undefined;
  readonly volume: (count: number) => string;
}): ReactNode {
  const t = useText();
  const figures = [
    ['high', quote?.high],
    ['low', quote?.low],
    ['open', quote?.open],
    ['volume', quote?.volume === undefined ? undefined : volume(quote.volume)],
  ] as const;
  return (
    <dl
      aria-label={t('trade.figures')}
      className="grid shrink-0 grid-cols-4 gap-2 px-4 crowded:grid-cols-2 pb-2 lg:flex lg:gap-8"
    >
      {figures.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-12 text-quiet hyphens-auto wrap-anywhere">{t(`trade.figure.${name}`)}</dt>
          <dd className="text-14 text-ink wrap-anywhere">
            <span className="figure">{value ?? '–'}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
