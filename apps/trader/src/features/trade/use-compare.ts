import type { ListedInstrument } from '@fairlot/client';
import type { ChartPeriod } from '@fairlot/domain';
import { useMemo, useState } from 'react';
import { z } from 'zod/mini';
import type { ComparedSubject } from '../../chart/chart-port.ts';
import { COMPARED_SCALES } from '../../chart/compared.ts';
import type { ComparedScale } from '../../chart/compared.ts';
import { useInstruments } from '../../shared/market/market.ts';
import { useSaved } from '../../shared/saved/saved.ts';
import { useChartSubject } from './use-chart-subject.ts';

/** Charts whose comparison is remembered; the one changed longest ago is dropped first. */
const MOST_COMPARED = 40;

const comparedSchema = z.readonly(
  z
    .array(z.readonly(z.object({ on: z.int(), other: z.int(), scale: z.enum(COMPARED_SCALES) })))
    .check(z.maxLength(MOST_COMPARED)),
);
const NONE: z.output<typeof comparedSchema> = [];

/** The instrument that one chart is compared with. */
export interface CompareBoard {
  /** Undefined without a comparison, and while the other instrument is not listed. */
  readonly other: ListedInstrument | undefined;
  readonly scale: ComparedScale;
  readonly pick: (other: number) => void;
  readonly setScale: (scale: ComparedScale) => void;
  readonly remove: () => void;
}

/** The comparison of an instrument's chart, saved per instrument for all devices of the user. */
export function useCompare(instrument: number): CompareBoard {
  const [saved, save] = useSaved('compare', comparedSchema, NONE);
  const { list } = useInstruments();
  const mine = saved.find(({ on }) => on === instrument);
  const scale = mine?.scale ?? 'own';
  const put = (next: { readonly other: number; readonly scale: ComparedScale } | undefined): void =>
    void save((before) => {
      const others = before.filter(({ on }) => on !== instrument);
      return next === undefined ? others : [...others, { on: instrument, ...next }].slice(-MOST_COMPARED);
    });
  return {
    other: mine === undefined || mine.other === instrument ? undefined : list.find(({ id }) => id === mine.other),
    scale,
    pick: (other) => put({ other, scale }),
    setScale: (next) => put(mine === undefined ? undefined : { other: mine.other, scale: next }),
    remove: () => put(undefined),
  };
}

/** The chart's part of a comparison. `retry` loads the other instrument again. */
export function useComparedSubject(
  { other, scale }: CompareBoard,
  period: ChartPeriod,
): { readonly compared: ComparedSubject | undefined; readonly retry: () => void } {
  const { subject } = useChartSubject(other, period);
  const [attempt, setAttempt] = useState(0);
  const compared = useMemo(
    () => (subject === undefined ? undefined : { subject, scale, attempt }),
    [subject, scale, attempt],
  );
  return { compared, retry: () => setAttempt((before) => before + 1) };
}
