const PATTERNS: readonly RegExp[] = [
  // A sign of per cent behind or before a value, in a template, in JSX, or as a word of its own.
  /[}\d)]\s?%(?=[`'"<]|\s+[$<{])/g,
  /%(?=\$?\{)/g,
  /(['"`])\s?%\1/g,
  // A currency behind a value.
  /[}\d)]\s?(?:USD|USDT|EUR)\b/g,
  // Leverage.
  /\b1:(?=\$?\{)/g,
  /\}\s?×/g,
  // Formats of the device instead of ours: its digits, its marks, its calendar.
  /\bIntl\.NumberFormat\b/g,
  /\.toLocale(?:Date|Time)?String\(/g,
  // Marks that keep a figure together, and the code that is a name for programs.
  /\\u206[6-9]/g,
  />\{[\w.?]+\.Code\}</g,
];

/** Lengths and places of a style are no figures that anybody reads. */
const STYLE =
  /\b(?:width|height|top|left|right|bottom|inset\w*|flexBasis|transform|--[\w-]+)['"]?\s*:\s*(?:`[^`]*`|'[^']*'|"[^"]*")/g;
const ATTRIBUTES = /\b(?:className|width|height)=(?:"[^"]*"|\{`[^`]*`\})/g;

/** Figures that a source writes by hand instead of by the formats; comments and styles do not count. */
export function figuresByHand(source: string): string[] {
  const code = source
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(?<![:"'`])\/\/.*$/gm, '')
    .replaceAll(STYLE, '')
    .replaceAll(ATTRIBUTES, '');
  return PATTERNS.flatMap((pattern) => code.match(pattern) ?? []);
}
