import { z } from 'zod/mini';

/** Drawing styles of the bars. */
export const BAR_STYLES = ['candles', 'hollow', 'bars', 'area'] as const;
export type BarStyle = (typeof BAR_STYLES)[number];

export const INDICATOR_NAMES = ['ma', 'ema', 'boll', 'vol', 'macd', 'rsi'] as const;
export type IndicatorName = (typeof INDICATOR_NAMES)[number];

/** Bounds and default of a parameter of an indicator. */
export interface ParameterRule {
  /** Last part of its key in the catalogue. */
  readonly key: 'period' | 'fast' | 'slow' | 'signal' | 'width';
  readonly least: number;
  readonly most: number;
  readonly decimals: 0 | 1;
  readonly preset: number;
}

const PERIOD = { key: 'period', least: 1, most: 500, decimals: 0 } as const;

/** Place and parameters of each indicator. */
export const INDICATORS: Readonly<
  Record<IndicatorName, { readonly on: 'candles' | 'pane'; readonly parameters: readonly ParameterRule[] }>
> = {
  ma: {
    on: 'candles',
    parameters: [
      { ...PERIOD, preset: 5 },
      { ...PERIOD, preset: 10 },
      { ...PERIOD, preset: 30 },
    ],
  },
  ema: {
    on: 'candles',
    parameters: [
      { ...PERIOD, preset: 9 },
      { ...PERIOD, preset: 21 },
      { ...PERIOD, preset: 50 },
    ],
  },
  boll: {
    on: 'candles',
    parameters: [
      { ...PERIOD, least: 2, preset: 20 },
      { key: 'width', least: 0.1, most: 10, decimals: 1, preset: 2 },
    ],
  },
  vol: { on: 'pane', parameters: [] },
  macd: {
    on: 'pane',
    parameters: [
      { ...PERIOD, key: 'fast', preset: 12 },
      { ...PERIOD, key: 'slow', preset: 26 },
      { ...PERIOD, key: 'signal', preset: 9 },
    ],
  },
  rsi: { on: 'pane', parameters: [{ ...PERIOD, least: 2, preset: 14 }] },
};

/** An indicator with its parameters. */
export interface IndicatorSetting {
  readonly name: IndicatorName;
  readonly parameters: readonly number[];
}

/** The user's settings of a chart. */
export interface ChartLook {
  readonly style: BarStyle;
  /** In the order of INDICATOR_NAMES, each at most once. */
  readonly indicators: readonly IndicatorSetting[];
}

export const PLAIN_LOOK: ChartLook = { style: 'candles', indicators: [] };

/** Schema of the stored settings. */
export const lookSchema = z.object({
  style: z.enum(BAR_STYLES),
  indicators: z.readonly(
    z.array(z.object({ name: z.enum(INDICATOR_NAMES), parameters: z.readonly(z.array(z.number())) })),
  ),
});

/** Reads stored settings. Unknown or invalid parts fall back to the default. */
export function readLook(value: unknown): ChartLook {
  const parsed = lookSchema.safeParse(value);
  if (!parsed.success) return PLAIN_LOOK;
  const { style, indicators } = parsed.data;
  return {
    style,
    indicators: INDICATOR_NAMES.flatMap((name) =>
      indicators.filter((one) => one.name === name && allowed(one)).slice(0, 1),
    ),
  };
}

function allowed({ name, parameters }: IndicatorSetting): boolean {
  const rules = INDICATORS[name].parameters;
  return parameters.length === rules.length && rules.every((rule, at) => parameterFits(rule, parameters[at]));
}

/** True if a number is valid for a parameter. */
export function parameterFits(rule: ParameterRule, value: number | undefined): boolean {
  if (value === undefined || !Number.isFinite(value) || value < rule.least || value > rule.most) return false;
  return Number(value.toFixed(rule.decimals)) === value;
}

/** Adds an indicator, or replaces its parameters. */
export function withIndicator(look: ChartLook, setting: IndicatorSetting): ChartLook {
  const all = new Map(look.indicators.map((one) => [one.name, one]));
  all.set(setting.name, setting);
  return { ...look, indicators: INDICATOR_NAMES.flatMap((name) => all.get(name) ?? []) };
}

/** Removes an indicator. */
export function withoutIndicator(look: ChartLook, name: IndicatorName): ChartLook {
  return { ...look, indicators: look.indicators.filter((one) => one.name !== name) };
}

/** An indicator with its default parameters. */
export function presetOf(name: IndicatorName): IndicatorSetting {
  return { name, parameters: INDICATORS[name].parameters.map(({ preset }) => preset) };
}
