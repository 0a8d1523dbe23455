import { withoutComments } from '../source-text.ts';

const PATTERNS: readonly RegExp[] = [
  // A percent sign after or before a value, in a template or in JSX, or a percent sign alone.
  /[}\d)]\s?%(?=[`'"<]|\s+[$<{])/g,
  /%(?=\$?\{)/g,
  /(['"`])\s?%\1/g,
  // A currency after a value.
  /[}\d)]\s?(?:USD|USDT|EUR)\b/g,
  // Leverage.
  /\b1:(?=\$?\{)/g,
  /\}\s?×/g,
  // Formats of the device, with its own digits, separators and calendar.
  /\bIntl\.NumberFormat\b/g,
  /\.toLocale(?:Date|Time)?String\(/g,
  // Isolation marks around a figure, and the instrument's internal code, which screens must not show.
  /\\u206[6-9]/g,
  />\{(?:[\w?]+\.)*instrument\.code\}</g,
];

/** Lengths and positions in styles, which are not figures on the screen. */
const STYLE =
  /\b(?:width|height|top|left|right|bottom|inset\w*|flexBasis|transform|--[\w-]+)['"]?\s*:\s*(?:`[^`]*`|'[^']*'|"[^"]*")/g;
const ATTRIBUTES = /\b(?:className|width|height)=(?:"[^"]*"|\{`[^`]*`\})/g;

/** Finds figures that a source formats by hand instead of with the shared formatters. Ignores comments and styles. */
export function figuresByHand(source: string): string[] {
  const code = withoutComments(source).replaceAll(STYLE, '').replaceAll(ATTRIBUTES, '');
  return PATTERNS.flatMap((pattern) => code.match(pattern) ?? []);
}
