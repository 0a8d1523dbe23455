import { readBars } from '@fairlot/client';
import type { Instrument, Period } from '@fairlot/domain';
import { useMemo } from 'react';
import { toBar } from '../../chart/bar.ts';
import type { BarFeed, ChartSubject } from '../../chart/chart-port.ts';
import { bars, api } from '../../shared/services/services.ts';

const PAGE = 1000;

type Charted = Pick<Instrument, 'id' | 'code' | 'pricePrecision'>;

/** The chart's subject: recorded bars from the server and the forming bar from the socket. */
export function useChartSubject(instrument: Charted | undefined, period: Period): ChartSubject | undefined {
  const { id, code, pricePrecision } = instrument ?? {};
  return useMemo(() => {
    if (id === undefined || code === undefined || pricePrecision === undefined) return undefined;
    return { key: `${code} ${period}`, period, pricePrecision, feed: barFeed({ id, code, period }) };
  }, [id, code, pricePrecision, period]);
}

function barFeed(of: { readonly id: number; readonly code: string; readonly period: Period }): BarFeed {
  const page = async (limit: number, before?: number): Promise<ReturnType<typeof toBar>[]> => {
    const { id: instrument, period } = of;
    const asked = { instrument, period, limit, ...(before === undefined ? {} : { before }) };
    return (await readBars(api, asked, { quiet: true })).map(toBar);
  };
  return {
    latest: (count = PAGE) => page(count),
    before: (time) => page(PAGE, time),
    follow(listener) {
      const forming = bars.forming(of.code);
      const report = (): void => {
        const now = forming.getSnapshot();
        const bar = now?.current === true ? now.bars[of.period] : undefined;
        if (bar !== undefined) listener(toBar(bar));
      };
      const stop = forming.subscribe(report);
      report();
      return stop;
    },
  };
}
