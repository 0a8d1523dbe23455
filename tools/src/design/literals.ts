import { withoutComments } from '../source-text.ts';

const PATTERNS: readonly RegExp[] = [
  // Colours in any notation. A hash after a letter, a slash, an ampersand or another hash belongs to an address or a number.
  /(?<![\w/&#])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})(?![\w-])/gi,
  /\b(?:rgba?|hsla?|oklch|oklab|lab|lch)\(/g,
  /(?<=[\s"'`:])(?:bg|text|border|fill|stroke|ring|outline|divide|from|to|via)-(?:white|black|(?:red|green|blue|gray|slate|zinc|amber|orange|yellow|indigo|violet|purple|pink|rose|teal|emerald)-\d+)(?=[\s"'`/])/g,
  // Font sizes and radii outside the scale.
  /(?<=[\s"'`:])text-(?:xs|sm|base|lg|xl|\dxl|\[[^\]]*\d[^\]]*\])(?=[\s"'`])/g,
  /(?<=[\s"'`:])rounded(?:-(?:[trblse]|[trbl][lr]|[se][se]))?-(?:xs|sm|md|lg|xl|\dxl|\[[^\]]+\])(?=[\s"'`])/g,
  /\bfont-size: *[\d.]+\w+/g,
  /\bborder-radius: *[\d.]+\w+/g,
  /\b(?:fontSize|borderRadius): *['"]?[\d.]+/g,
  // Durations other than 150 to 250 ms; 0 is for elements that follow a finger.
  /(?<=[\s"'`:])duration-(?!(?:0|150|200|250)(?=[\s"'`]))[\w[\]]+(?=[\s"'`])/g,
];

/** Finds colours, sizes and durations that a source writes out instead of taking them from the tokens. Ignores comments. */
export function literalsIn(source: string): string[] {
  const code = withoutComments(source);
  return PATTERNS.flatMap((pattern) => code.match(pattern) ?? []);
}
