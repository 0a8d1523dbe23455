import { createTimeFormat, formatDuration } from '@fairlot/client';
import { isolateWords } from '@fairlot/i18n';
import { useMemo } from 'react';
import type { ChartWords } from '../../chart/chart-port.ts';
import { usePercent, useLanguageInfo, useText } from '../../shared/language/language.ts';

/** Formats the time of a bar: for daily bars the date of the trading day in UTC, otherwise local time. */
export function useChartTimes(): ChartWords['time'] {
  const { tag } = useLanguageInfo();
  return useMemo(() => {
    const [local, utc] = [createTimeFormat(tag), createTimeFormat(tag, 'UTC')];
    // The chart runs from left to right, so a right-to-left time is isolated.
    return (time, daily) => isolateWords(daily ? utc.date(time) : local.short(time));
  }, [tag]);
}

/** Formats labels of the time axis: year, day and month, or time of day. */
function useMarks(): ChartWords['mark'] {
  const { tag } = useLanguageInfo();
  return useMemo(() => {
    const [local, utc] = [createTimeFormat(tag), createTimeFormat(tag, 'UTC')];
    return (time, rank, daily) =>
      isolateWords((daily ? utc : local)[({ year: 'year', day: 'day', time: 'minute' } as const)[rank]](time));
  }, [tag]);
}

/** Texts that the chart draws. */
export function useChartWords(): ChartWords {
  const t = useText();
  const time = useChartTimes();
  const mark = useMarks();
  const { ofFigure: percent } = usePercent();
  const { tag } = useLanguageInfo();
  return useMemo(
    () => ({
      time,
      mark,
      percent,
      bars: (count) => t('chart.draw.bars', { count }),
      duration: (ms) => formatDuration(ms / 1_000, tag),
      volume: t('chart.look.names.vol'),
      beginning: t('chart.beginning'),
    }),
    [time, mark, percent, tag, t],
  );
}
