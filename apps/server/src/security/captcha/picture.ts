import { randomInt } from 'node:crypto';
import sharp from 'sharp';
import { GLYPHS } from './glyphs.ts';

const WIDTH = 200;
const HEIGHT = 72;
const CELL = 36;
const CURVES = 4;
const DOTS = 60;

/** A random number between two others, from the same source as secrets. */
function between(least: number, most: number): number {
  return least + (randomInt(1_000_001) / 1_000_000) * (most - least);
}

/** Draws characters as bent and rotated strokes with noise, as a PNG. Only pixels leave this module. */
export async function drawCaptcha(text: string): Promise<Buffer> {
  const glyphs = Array.from(text, (character, index) => glyph(character, 18 + index * CELL));
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#f4f4f8"/>` +
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round">${noise()}${glyphs.join('')}</g></svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 6 }).toBuffer();
}

function glyph(character: string, left: number): string {
  const strokes = GLYPHS[character];
  if (strokes === undefined) throw new RangeError(`no strokes for ${character}`);
  const size = between(5.4, 7);
  const turn = between(-22, 22);
  const skew = between(-14, 14);
  const top = between(10, 22);
  const paths = strokes.map((stroke) => {
    const points = stroke
      .split(' ')
      .map((point) => point.split(',').map((value) => Number(value) * size + between(-1.3, 1.3)));
    return `<path d="M${points.map((point) => point.map((value) => value.toFixed(2)).join(' ')).join('L')}"/>`;
  });
  return (
    `<g transform="translate(${left.toFixed(1)} ${top.toFixed(1)}) rotate(${turn.toFixed(1)} 13 18) skewX(${skew.toFixed(1)})" ` +
    `stroke="${ink()}" stroke-width="${between(2.6, 4).toFixed(1)}">${paths.join('')}</g>`
  );
}

function noise(): string {
  const curves = Array.from(
    { length: CURVES },
    () =>
      `<path d="M0 ${between(8, 64).toFixed(1)}C${between(40, 80).toFixed(1)} ${between(-20, 92).toFixed(1)} ` +
      `${between(110, 160).toFixed(1)} ${between(-20, 92).toFixed(1)} ${WIDTH} ${between(8, 64).toFixed(1)}" stroke="${ink()}" stroke-width="${between(1, 2.2).toFixed(1)}"/>`,
  );
  const dots = Array.from(
    { length: DOTS },
    () =>
      `<circle cx="${between(0, WIDTH).toFixed(1)}" cy="${between(0, HEIGHT).toFixed(1)}" r="${between(0.5, 1.4).toFixed(1)}" fill="${ink()}"/>`,
  );
  return curves.join('') + dots.join('');
}

function ink(): string {
  return `rgb(${randomInt(20, 110)},${randomInt(20, 110)},${randomInt(60, 150)})`;
}
