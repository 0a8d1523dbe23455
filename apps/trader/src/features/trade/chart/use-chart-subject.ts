import type { Api } from '@fairlot/client';
import type { Period } from '@fairlot/domain';
import { useMemo } from 'react';
import { toBar } from '../../../chart/bar.ts';
import type { BarFeed, ChartSubject } from '../../../chart/chart-port.ts';
import { bars, useApi } from '../../../shared/services.ts';

const PAGE = 1000;

interface Charted {
  readonly Id: number;
  readonly Code: string;
  readonly PricePrecision: number;
}

/** What the chart is to show: recorded bars from the server and the forming one from the socket. */
export function useChartSubject(instrument: Charted | undefined, period: Period): ChartSubject | undefined {
  const api = useApi();
  const { Id: id, Code: code, PricePrecision: pricePrecision } = instrument ?? {};
  return useMemo(() => {
    if (id === undefined || code === undefined || pricePrecision === undefined) return undefined;
    return { key: `${code} ${period}`, period, pricePrecision, feed: barFeed(api, { id, code, period }) };
  }, [api, id, code, pricePrecision, period]);
}

function barFeed(api: Api, of: { readonly id: number; readonly code: string; readonly period: Period }): BarFeed {
  const page = async (limit: number, before?: number): Promise<ReturnType<typeof toBar>[]> => {
    const candles = await api.call(
      'kline',
      { forex_id: of.id, period: of.period, limit, ...(before === undefined ? {} : { before }) },
      { quiet: true },
    );
    return candles.map(toBar);
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
