import { init, utils } from 'klinecharts';
import type { Chart, DeepPartial, Styles } from 'klinecharts';
import { BAR_SPACE } from './kline-view.ts';

const RIGHT_GAP_PX = 48;
/** Distance that the chart can be dragged past either end, wide enough for the text at the start of the history. */
const BEYOND_PX = 150;
/** Threshold that is never reached: the library would write 0.00004 as 0.0{4}4, which traders do not read. */
const NEVER_FOLD = 100;

/** Creates the library's chart. `timeOf` writes the time under the crosshair. Throws if the element cannot hold one. */
export function createLibraryChart(
  host: HTMLElement,
  styles: DeepPartial<Styles>,
  timeOf: (time: number) => string,
): Chart {
  const chart = init(host, {
    styles,
    zoomAnchor: { main: 'cursor', xAxis: 'last_bar' },
    hotkey: { enabled: false },
    decimalFold: { threshold: NEVER_FOLD },
    // Prices are never grouped; counts are grouped by `formatBigNumber`.
    thousandsSeparator: { sign: '' },
    layout: { barSpaceLimit: { min: BAR_SPACE.least, max: BAR_SPACE.most } },
    formatter: {
      formatBigNumber: (value) => utils.formatThousands(value, ','),
      formatDate: ({ dateTimeFormat, timestamp, template, type }) =>
        type === 'crosshair' ? timeOf(timestamp) : utils.formatDate(dateTimeFormat, timestamp, template),
    },
  });
  if (chart === null) throw new Error('the chart could not be created in its element');
  chart.setBarSpace(BAR_SPACE.first);
  chart.setMaxOffsetLeftDistance(BEYOND_PX);
  chart.setMaxOffsetRightDistance(BEYOND_PX);
  chart.setOffsetRightDistance(RIGHT_GAP_PX);
  return chart;
}
