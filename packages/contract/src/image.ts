import { z } from 'zod/mini';
import { defineCall } from './call.ts';

/** Most bytes of an uploaded image, and most pixels that it may have when it is opened. */
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024;
export const IMAGE_MAX_PIXELS = 25_000_000;
/** What an upload may be. The type is read from the content, whatever the file is called. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** The name of an image: 256 bits of chance, which alone open nothing. */
export const imageId = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));

const IMAGE_PATH = '/api/common/image/';
/** The address of an uploaded image, as the upload answered it. */
export const imageUrl = z.string().check(z.regex(/^\/api\/common\/image\/[A-Za-z0-9_-]{43}$/));

/** Address of an image for its owner, from its id. */
export function imageUrlOf(image: string): string {
  return IMAGE_PATH + image;
}

/** The id in an address that passed `imageUrl`. */
export function imageIdOf(url: string): string {
  return url.slice(IMAGE_PATH.length);
}

export const imageCalls = {
  imageUpload: defineCall({
    methods: ['POST'],
    path: '/api/common/image_upload',
    access: 'real',
    changesState: true,
    file: 'file',
    summary:
      'Takes one image (JPEG, PNG or WebP, at most 10 MB and 25 megapixels), keeps its picture and nothing else of it. What is not used within a day is removed.',
    input: z.object({}),
    output: z.object({ url: imageUrl }),
  }),
  image: defineCall({
    methods: ['GET'],
    path: `${IMAGE_PATH}:id`,
    access: 'real',
    changesState: false,
    answersFile: 'image/jpeg',
    summary:
      'One’s own image. A program fetches it with the authorization header; there is no address that shows it without.',
    input: z.object({ id: imageId }),
    output: z.unknown(),
  }),
} as const;
