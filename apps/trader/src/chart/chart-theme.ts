import type { ChartTheme } from './chart-port.ts';

/** Hues of indicators: none of them means up or down in the usual settings. */
const SERIES = ['--notice', '--blue', '--critical', '--orange', '--brand', '--line-strong'] as const;

/** Reads the chart's colours and face from the page's tokens, so that the chart follows theme and price colours. */
export function readChartTheme(): ChartTheme {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return {
    ink: token('--ink'),
    muted: token('--quiet'),
    hairline: token('--line'),
    surface: token('--surface'),
    up: token('--up'),
    down: token('--down'),
    accent: token('--brand'),
    series: SERIES.map(token),
    fontFamily: token('--font-sans'),
  };
}

/** Calls back when the root element changes theme or price colours; the returned function ends it. */
export function onThemeChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-prices'] });
  return () => observer.disconnect();
}
