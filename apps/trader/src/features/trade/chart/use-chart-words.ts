import { createTimeFormat } from '@fairlot/client';
import { isolateWords } from '@fairlot/i18n';
import { useMemo } from 'react';
import type { ChartWords } from '../../../chart/chart-port.ts';
import { usePercent } from '../../../shared/figures.ts';
import { useLanguageInfo } from '../../../shared/language.ts';
import { useText } from '../../../shared/text.ts';

/** How the moment of a bar is written: a daily bar has the date of its trading day in UTC, others the device's own time. */
export function useChartTimes(): ChartWords['time'] {
  const { tag } = useLanguageInfo();
  return useMemo(() => {
    const [local, utc] = [createTimeFormat(tag), createTimeFormat(tag, 'UTC')];
    // The chart runs from left to right; a moment written the other way round is one piece in it.
    return (time, daily) => isolateWords(daily ? utc.date(time) : local.short(time));
  }, [tag]);
}

/** Marks of the time axis: the year, the day and month, or the time of the day. */
function useMarks(): ChartWords['mark'] {
  const { tag } = useLanguageInfo();
  return useMemo(() => {
    const [local, utc] = [createTimeFormat(tag), createTimeFormat(tag, 'UTC')];
    return (time, rank, daily) =>
      isolateWords((daily ? utc : local)[({ year: 'year', day: 'day', time: 'minute' } as const)[rank]](time));
  }, [tag]);
}

/** Words that the chart itself draws. */
export function useChartWords(): ChartWords {
  const text = useText();
  const time = useChartTimes();
  const mark = useMarks();
  const { ofFigure: percent } = usePercent();
  return useMemo(
    () => ({ time, mark, percent, volume: text('chart.look.names.vol'), beginning: text('chart.beginning') }),
    [time, mark, percent, text],
  );
}
