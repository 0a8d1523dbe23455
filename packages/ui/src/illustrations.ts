/** A drawing of 160 × 120, in layers from back to front. Every layer takes its colour from the theme. */
export interface Drawing {
  /** Filled shapes with an outline. */
  readonly paper: readonly string[];
  /** Thin strokes above the shapes. */
  readonly line?: readonly string[];
  /** The emphasised strokes of the subject. */
  readonly bold?: readonly string[];
  /** Strokes of a symbol on a round badge in the lower corner. */
  readonly badge?: string;
}

/** Path of a rectangle with round corners. */
function box(x: number, y: number, width: number, height: number, radius = 8): string {
  const arc = `a${radius} ${radius} 0 0 1`;
  const [across, down] = [width - 2 * radius, height - 2 * radius];
  return `M${x + radius} ${y}h${across}${arc} ${radius} ${radius}v${down}${arc}-${radius} ${radius}h-${across}${arc}-${radius}-${radius}v-${down}${arc} ${radius}-${radius}z`;
}

/** Path of a circle. */
function ring(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0-${2 * radius} 0z`;
}

/** Symbols of the badge, which is centred at 118, 90. */
const PLUS = 'M118 83v14M111 90h14';
const CALL = 'M118 83v9M118 97v.1';
const AGAIN = 'M124 88a6.5 6.5 0 1 0 .5 4M125 83v5.500h-5.500';
const CLOSE = 'M113 85l10 10M123 85l-10 10';

/** Drawings of empty and failed areas, by the missing content. */
export const DRAWINGS = {
  positions: {
    paper: [box(46, 54, 16, 32, 4), box(72, 38, 16, 36, 4), box(98, 50, 16, 24, 4)],
    line: ['M54 42v12M54 86v12M80 26v12M80 74v14M106 38v12'],
    badge: PLUS,
  },
  pending: {
    paper: [ring(80, 62, 30)],
    line: ['M20 62h8M34 62h8M118 62h8M132 62h8', 'M80 36v4M80 84v4M54 62h4M102 62h4'],
    bold: ['M80 48v14l10 8'],
  },
  history: { paper: [box(58, 22, 56, 68), box(46, 30, 56, 68)], line: ['M58 46h32M58 58h32M58 70h20'], badge: AGAIN },
  news: {
    paper: [box(104, 46, 18, 54, 6), box(40, 26, 72, 74)],
    line: ['M84 54h16M84 64h10M52 78h48M52 88h32', box(52, 50, 22, 18, 3)],
    bold: ['M52 39h36'],
  },
  results: {
    paper: [ring(72, 56, 26)],
    line: ['M58 56a14 14 0 0 1 14-14', 'M112 36h12M118 30v12'],
    bold: ['M91 75l22 22'],
  },
  offline: {
    paper: ['M54 84a18 18 0 0 1-1-36 28 28 0 0 1 53-3 20 20 0 0 1 1 39z'],
    line: ['M80 92v4M80 102v4'],
    bold: ['M72 56l16 16M88 56l-16 16'],
  },
  failed: { paper: [box(42, 28, 72, 68)], line: ['M54 80l14-16 8 6', 'M88 58l14-14', 'M54 42h20'], badge: CALL },
  missing: { paper: [box(40, 50, 80, 42)], line: ['M80 26 58 50M80 26l22 24'], bold: ['M62 71h36'] },
  messages: {
    paper: [
      'M68 62h44a8 8 0 0 1 8 8v16a8 8 0 0 1-8 8v9l-10-9H76a8 8 0 0 1-8-8z',
      'M48 26h48a8 8 0 0 1 8 8v24a8 8 0 0 1-8 8H64l-12 11V66h-4a8 8 0 0 1-8-8V34a8 8 0 0 1 8-8z',
    ],
    line: ['M54 40h36M54 52h22', 'M88 80h20'],
  },
  favourites: {
    paper: ['M80 24l11.500 24.500 26.500 3.500-19.500 18.500 5 26.500L80 84l-23.500 13 5-26.500L42 52l26.500-3.500z'],
    badge: PLUS,
  },
  alerts: {
    paper: ['M56 82c6-6 6-14 6-24a18 18 0 0 1 36 0c0 10 0 18 6 24z'],
    line: ['M44 46a30 30 0 0 1 8-16M116 46a30 30 0 0 0-8-16', 'M80 40v-8', 'M72 56a8 8 0 0 1 8-7'],
    bold: ['M73 92a7.500 7.500 0 0 0 14 0'],
  },
  statement: {
    paper: [box(46, 20, 68, 80)],
    line: ['M58 34h24M58 46h44', 'M58 86h44'],
    bold: ['M58 76l12-8 10 4 22-16'],
  },
  records: {
    paper: [ring(96, 54, 24), ring(66, 68, 24)],
    line: ['M96 64V44M89 51l7-7 7 7'],
    bold: ['M66 58v20M59 71l7 7 7-7'],
  },
  account: {
    paper: [box(36, 34, 88, 60)],
    line: ['M88 54h24M88 66h24M88 78h14'],
    bold: [ring(62, 56, 8), 'M48 80c1-8 7-11 14-11s13 3 14 11'],
  },
  ranking: {
    paper: [box(38, 68, 28, 34, 4), box(94, 78, 28, 24, 4), box(66, 50, 28, 52, 4)],
    line: ['M76 66h8M48 82h8M104 90h8'],
    bold: ['M80 22l4 8 9 1-6.500 6 1.500 9-8-4.500L72 46l1.500-9L67 31l9-1z'],
  },
  methods: { paper: [box(36, 34, 84, 56)], line: ['M36 52h84', 'M48 74h20'], badge: PLUS },
  identity: {
    paper: [box(40, 28, 72, 66)],
    line: ['M52 76h44M52 64h28', 'M78 44h20'],
    bold: [ring(60, 45, 7)],
    badge: CALL,
  },
  chart: { paper: [box(36, 26, 88, 72)], line: ['M52 38v44h58', 'M62 70l10-8M78 58l8 4M92 58l12-14'] },
  closed: { paper: [box(50, 54, 60, 44)], line: ['M62 54V42a18 18 0 0 1 36 0v12'], bold: ['M80 72v10'], badge: CLOSE },
} as const satisfies Readonly<Record<string, Drawing>>;

export type IllustrationName = keyof typeof DRAWINGS;
