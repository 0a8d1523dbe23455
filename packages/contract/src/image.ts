import { z } from 'zod/mini';
import { defineCall } from './call.ts';

/** Most bytes of an uploaded image, and most pixels after decoding. */
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024;
export const IMAGE_MAX_PIXELS = 25_000_000;
/** Accepted types of an upload. The server detects the type from the content, not from the file name. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** Id of an image: 256 random bits. The id alone grants no access. */
export const imageId = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));

const IMAGE_PATH = '/api/common/image/';
/** Path of an uploaded image from the answer of the upload. */
export const imageUrl = z.string().check(z.regex(/^\/api\/common\/image\/[A-Za-z0-9_-]{43}$/));

/** Path of an image for its owner. */
export function imageUrlOf(image: string): string {
  return IMAGE_PATH + image;
}

/** Id in a path that passed `imageUrl`. */
export function imageIdOf(url: string): string {
  return url.slice(IMAGE_PATH.length);
}

export const imageCalls = {
  imageUpload: defineCall({
    methods: ['POST'],
    path: '/api/common/image_upload',
    access: 'real',
    changesState: true,
    idempotency: 'own',
    file: 'file',
    summary:
      'Uploads one image (JPEG, PNG or WebP, at most 10 MB and 25 megapixels). The server re-encodes it without metadata and removes it when nothing uses it within a day.',
    input: z.object({}),
    output: z.object({ url: imageUrl }),
  }),
  image: defineCall({
    methods: ['GET'],
    path: `${IMAGE_PATH}:id`,
    access: 'real',
    changesState: false,
    answersFile: 'image/jpeg',
    summary: 'An image of the caller. Needs the authorization header; no URL shows the image without it.',
    input: z.object({ id: imageId }),
    output: z.unknown(),
  }),
} as const;
