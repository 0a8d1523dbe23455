import { IMAGE_MAX_PIXELS } from '@fairlot/contract';
import sharp from 'sharp';
import { type Answer, done, refuse } from '../http/answer.ts';
import { isPolyglot, looksLikeImage } from './content-type.ts';

/** Longest edge in pixels, enough to read a document or a bank's receipt. */
const LONGEST_EDGE = 2400;
const QUALITY = 85;
/** Decoding the largest accepted image takes about a second. */
const TIME_LIMIT_S = 10;

// Only the decoders of the accepted formats stay enabled, and the SVG decoder, which draws our captchas.
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

/** An uploaded picture, re-encoded as JPEG. */
export interface ReencodedImage {
  readonly content: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Decodes an upload and encodes its pixels again, upright. Metadata and other content of the file are dropped. */
export async function reencodeImage(upload: Buffer): Promise<Answer<ReencodedImage>> {
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
    // Decoding errors are caused by the file.
    return refuse('image_unreadable');
  }
}
