import type { ChartTheme } from './chart-port.ts';

/** Colours of indicators. None of them means up or down in the usual settings. */
const SERIES = ['--notice', '--blue', '--critical', '--orange', '--brand', '--line-strong'] as const;

/**
 * Reads the chart's colours and font from the page's CSS tokens, so that the chart follows the theme and the price
 * colours.
 */
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
    drawing: {
      violet: token('--brand'),
      blue: token('--blue'),
      green: token('--green'),
      orange: token('--orange'),
      red: token('--red'),
      grey: token('--quiet'),
    },
    fontFamily: token('--font-sans'),
  };
}

/** Calls back when the theme or the price colours change. Returns a function that stops it. */
export function onThemeChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-prices'] });
  return () => observer.disconnect();
}
