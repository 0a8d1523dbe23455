/** A line of a curve: its name, and its values at the moments of the axis. */
export interface Line {
  readonly name: string;
  readonly values: readonly number[];
}

export interface Curve {
  readonly title: string;
  readonly unit: string;
  /** Days of the simulated year. */
  readonly days: readonly number[];
  readonly lines: readonly Line[];
}

const [WIDTH, HEIGHT] = [640, 320];
const [LEFT, RIGHT, TOP, BOTTOM] = [64, 150, 40, 40];
const COLOURS = ['#0b6bcb', '#c2410c', '#15803d', '#7e22ce', '#525252'];
const STEPS = 4;
/** Distance between the names of two lines. */
const NAME_PX = 16;

/** Draws a curve as SVG, on white, so that it reads the same in a light and a dark page. */
export function draw({ title, unit, days, lines }: Curve): string {
  const most = niceTop(Math.max(...lines.flatMap(({ values }) => values)));
  const last = days.at(-1) ?? 1;
  const across = (day: number): number => LEFT + (day / last) * (WIDTH - LEFT - RIGHT);
  const up = (value: number): number => HEIGHT - BOTTOM - (value / most) * (HEIGHT - TOP - BOTTOM);
  const parts = [
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    text(LEFT, 22, `${title} (${unit})`, 'start', 15),
  ];
  for (let step = 0; step <= STEPS; step += 1) {
    const value = (most * step) / STEPS;
    parts.push(
      `<path d="M${LEFT} ${round(up(value))}H${WIDTH - RIGHT}" stroke="#ddd"/>`,
      text(LEFT - 8, up(value) + 4, String(Number(value.toPrecision(3))), 'end'),
    );
  }
  for (const day of days) parts.push(text(across(day), HEIGHT - BOTTOM + 20, `day ${day}`, 'middle'));
  // Names of lines that end close to each other move apart, and stay above the days of the axis.
  const ends = lines.map(({ values }, index) => ({ index, y: up(values.at(-1) ?? 0) })).sort((a, b) => a.y - b.y);
  for (const [place, end] of ends.entries()) end.y = Math.max(end.y, (ends[place - 1]?.y ?? 0) + NAME_PX);
  for (const [place, end] of ends.toReversed().entries()) end.y = Math.min(end.y, HEIGHT - BOTTOM - place * NAME_PX);
  for (const [index, { name, values }] of lines.entries()) {
    const colour = COLOURS[index % COLOURS.length] ?? '#000';
    const points = values.map((value, at) => `${round(across(days[at] ?? 0))},${round(up(value))}`);
    parts.push(`<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`);
    const y = ends.find((end) => end.index === index)?.y ?? 0;
    parts.push(text(WIDTH - RIGHT + 8, y + 4, name, 'start', 12, colour));
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}" font-family="sans-serif">\n${parts.join('\n')}\n</svg>\n`;
}

/** The next of 1, 2, 2.5, 4, 5 and 10 times a power of ten. */
function niceTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most || 1));
  return power * ([1, 2, 2.5, 4, 5, 10].find((step) => step * power >= most) ?? 10);
}

function text(x: number, y: number, words: string, anchor: string, size = 12, colour = '#333'): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" font-size="${size}" fill="${colour}">${words}</text>`;
}

function round(value: number): number {
  return Number(value.toFixed(1));
}
