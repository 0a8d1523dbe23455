const PATTERNS: readonly RegExp[] = [
  // Colours, however they are written. A hash after a letter, quote-slash or another hash is an address or a number.
  /(?<![\w/&#])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})(?![\w-])/gi,
  /\b(?:rgba?|hsla?|oklch|oklab|lab|lch)\(/g,
  /(?<=[\s"'`:])(?:bg|text|border|fill|stroke|ring|outline|divide|from|to|via)-(?:white|black|(?:red|green|blue|gray|slate|zinc|amber|orange|yellow|indigo|violet|purple|pink|rose|teal|emerald)-\d+)(?=[\s"'`/])/g,
  // Type and radii beside the scale.
  /(?<=[\s"'`:])text-(?:xs|sm|base|lg|xl|\dxl|\[[^\]]*\d[^\]]*\])(?=[\s"'`])/g,
  /(?<=[\s"'`:])rounded(?:-(?:[trblse]|[trbl][lr]|[se][se]))?-(?:xs|sm|md|lg|xl|\dxl|\[[^\]]+\])(?=[\s"'`])/g,
  /\bfont-size: *[\d.]+\w+/g,
  /\bborder-radius: *[\d.]+\w+/g,
  /\b(?:fontSize|borderRadius): *['"]?[\d.]+/g,
  // Motion takes 150 to 250 ms; 0 follows a finger.
  /(?<=[\s"'`:])duration-(?!(?:0|150|200|250)(?=[\s"'`]))[\w[\]]+(?=[\s"'`])/g,
];

/** Looks that are written out in a source instead of being taken from the tokens; comments and addresses do not count. */
export function literalsIn(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(?<![:"'`])\/\/.*$/gm, '');
  return PATTERNS.flatMap((pattern) => code.match(pattern) ?? []);
}
