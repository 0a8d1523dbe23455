/** A colour in sRGB channels with alpha, each 0 to 1. */
export interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

/** Parses `#rrggbb` and `rgb(r g b / a)`. Throws for any other text. */
export function parseColour(text: string): Colour {
  const hex = /^#([0-9a-f]{6})$/i.exec(text)?.[1];
  if (hex !== undefined) {
    const [red, green, blue] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as [
      number,
      number,
      number,
    ];
    return { red, green, blue, alpha: 1 };
  }
  const parts = /^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)$/.exec(text);
  if (parts === null) throw new Error(`not a colour of the tokens: ${text}`);
  const [red = 0, green = 0, blue = 0, alpha = 1] = parts.slice(1).map(Number);
  return { red: red / 255, green: green / 255, blue: blue / 255, alpha };
}

/** The visible colour of `top` over an opaque colour. */
export function over(top: Colour, below: Colour): Colour {
  const mix = (upper: number, lower: number): number => upper * top.alpha + lower * (1 - top.alpha);
  return {
    red: mix(top.red, below.red),
    green: mix(top.green, below.green),
    blue: mix(top.blue, below.blue),
    alpha: 1,
  };
}

/** Linear light of an sRGB channel (IEC 61966-2-1, with the threshold of WCAG). */
function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

/** Relative luminance by WCAG 2.2. */
function luminance({ red, green, blue }: Colour): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Contrast ratio by WCAG 2.2, from 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The custom properties of a theme and a price colour setting, with `var()` references resolved. */
export function tokensOf(
  css: string,
  theme: 'light' | 'dark',
  prices: 'green-up' | 'red-up' | 'blue-orange',
): ReadonlyMap<string, string> {
  const selectors = [
    ':root',
    ...(theme === 'dark' ? [":root[data-theme='dark']"] : []),
    ...(prices === 'green-up' ? [] : [`:root[data-prices='${prices}']`]),
  ];
  const found = new Map<string, string>();
  // The order matches the cascade: the theme overrides :root, the price colours override both.
  for (const selector of selectors) {
    for (const [, own, body] of css.matchAll(/^(:root[^\s,{]*) \{([^}]*)\}/gm)) {
      if (own === selector)
        for (const [, name = '', value = ''] of (body ?? '').matchAll(/--([\w-]+): ([^;]+);/g)) found.set(name, value);
    }
  }
  return new Map([...found].map(([name, value]) => [name, resolve(value, found)]));
}

function resolve(value: string, all: ReadonlyMap<string, string>): string {
  const name = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  return name === undefined ? value : resolve(all.get(name) ?? '', all);
}
