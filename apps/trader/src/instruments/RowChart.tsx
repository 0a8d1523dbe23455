import { formatRatio, signOf } from '@fairlot/client';
import { Sparkline } from '@fairlot/ui';
import { useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { api } from '../shared/services.ts';

const PERIOD = '15min';
const REFRESH_MS = 5 * 60_000;

interface RowChartProps {
  readonly id: number;
  readonly change: string | undefined;
}

/** The small area chart of a row, loaded when the row comes into view. A failed load leaves the place empty. */
export function RowChart({ id, change }: RowChartProps): ReactNode {
  const place = useRef<HTMLSpanElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null || seen) return undefined;
    const observer = new IntersectionObserver((entries) => {
      // Charts are decoration: all that come into view at once may take several turns.
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
      {seen ? <SeenChart id={id} change={change} /> : null}
    </span>
  );
}

function SeenChart({ id, change }: RowChartProps): ReactNode {
  const { data } = useQuery({
    queryKey: ['row-chart', id],
    queryFn: ({ signal }) =>
      api.call('abbreviatedKline', { forex_id: id, period: PERIOD }, { quiet: true, initial: true, signal }),
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  });
  // A picture may be drawn with floats; nothing is settled by it.
  const values = useMemo(() => data?.map(({ Close }) => Number(Close)) ?? [], [data]);
  // What rounds to nothing beside it has no colour here either.
  return <Sparkline values={values} direction={signOf(change === undefined ? undefined : formatRatio(change))} />;
}
