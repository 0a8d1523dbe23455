import { formatRatio, readCloses, signOf } from '@fairlot/client';
import type { QuoteView } from '@fairlot/client';
import { MINUTE_MS, dayStart } from '@fairlot/domain';
import { Sparkline } from '@fairlot/ui';
import { useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { api } from '../../shared/services/services.ts';
import { dayLine, periodOfDay } from './day-line.ts';

const REFRESH_MS = 5 * MINUTE_MS;

interface RowChartProps {
  readonly quote: QuoteView;
}

/** The small area chart of a row's day. Loads when the row comes into view; a failed load leaves it empty. */
export function RowChart({ quote }: RowChartProps): ReactNode {
  const place = useRef<HTMLSpanElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null || seen) return undefined;
    const observer = new IntersectionObserver((entries) => {
      // Charts are decoration: a transition lets React spread their rendering over several tasks.
      if (entries.some(({ isIntersecting }) => isIntersecting)) startTransition(() => setSeen(true));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [seen]);
  return (
    <span
      ref={place}
      className="flex h-8 w-16 shrink-0 items-center @max-[21rem]:w-10 @max-[17rem]:hidden"
      aria-hidden="true"
    >
      {seen ? <SeenChart quote={quote} /> : null}
    </span>
  );
}

function SeenChart({ quote }: RowChartProps): ReactNode {
  const { id, time, open, bid, change, freshness } = quote;
  const period = periodOfDay(time);
  const { data } = useQuery({
    queryKey: ['row-chart', id, period, dayStart(time)],
    queryFn: ({ signal }) => readCloses(api, { instrument: id, period }, { quiet: true, initial: true, signal }),
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  });
  const values = useMemo(() => (data === undefined ? [] : dayLine(data, { time, open, bid })), [data, time, open, bid]);
  // Uses the rounded change, so that the chart has a colour only if the figure next to it has one.
  const direction = freshness === 'current' && change !== undefined ? signOf(formatRatio(change)) : 0;
  return <Sparkline values={values} direction={direction} />;
}
