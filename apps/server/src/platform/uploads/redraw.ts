import { IMAGE_MAX_PIXELS } from '@fairlot/contract';
import sharp from 'sharp';
import type { Answer } from '../answer.ts';
import { done, refuse } from '../answer.ts';
import { isPolyglot, looksLikeImage } from './content-type.ts';

/** Enough to read a document or a bank's receipt by. */
const LONGEST_EDGE = 2400;
const QUALITY = 85;
/** The largest image that is taken needs about a second. */
const TIME_LIMIT_S = 10;

// Of the decoders only those of the formats that are taken are left on, and that of SVG, which draws our own captchas.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadSvgBuffer',
  ],
});
sharp.concurrency(1);
sharp.cache(false);

/** A picture that was drawn anew, as JPEG. */
export interface Picture {
  readonly content: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Opens an upload and draws its picture anew, upright. Metadata and whatever else was in the file stay behind. */
export async function redraw(upload: Buffer): Promise<Answer<Picture>> {
  if (!looksLikeImage(upload) || (await isPolyglot(upload))) return refuse('image_type_unsupported');
  const settings = { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error', sequentialRead: true } as const;
  try {
    const { width, height, pages } = await sharp(upload, { ...settings, limitInputPixels: false }).metadata();
    if (width * height > IMAGE_MAX_PIXELS) return refuse('image_too_large');
    if ((pages ?? 1) > 1) return refuse('image_type_unsupported');
    const { data, info } = await sharp(upload, settings)
      .autoOrient()
      .resize({ width: LONGEST_EDGE, height: LONGEST_EDGE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: QUALITY })
      .timeout({ seconds: TIME_LIMIT_S })
      .toBuffer({ resolveWithObject: true });
    return done({ content: data, width: info.width, height: info.height });
  } catch {
    // Whatever the decoder stumbled over is in the file.
    return refuse('image_unreadable');
  }
}
