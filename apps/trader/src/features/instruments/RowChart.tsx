import { formatRatio, readCloses, signOf } from '@fairlot/client';
import { MINUTE_MS } from '@fairlot/domain';
import { Sparkline } from '@fairlot/ui';
import { useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { api } from '../../shared/services/services.ts';

const REFRESH_MS = 5 * MINUTE_MS;

interface RowChartProps {
  readonly id: number;
  readonly change: string | undefined;
}

/** The small area chart of a row. Loads when the row comes into view; a failed load leaves it empty. */
export function RowChart({ id, change }: RowChartProps): ReactNode {
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
      {seen ? <SeenChart id={id} change={change} /> : null}
    </span>
  );
}

function SeenChart({ id, change }: RowChartProps): ReactNode {
  const { data } = useQuery({
    queryKey: ['row-chart', id],
    queryFn: ({ signal }) => readCloses(api, id, { quiet: true, initial: true, signal }),
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  });
  // Floats are good enough for drawing; no amount depends on them.
  const values = useMemo(() => data?.map(({ close }) => Number(close)) ?? [], [data]);
  // Uses the rounded change, so that the chart has a colour only if the figure next to it has one.
  return <Sparkline values={values} direction={signOf(change === undefined ? undefined : formatRatio(change))} />;
}
