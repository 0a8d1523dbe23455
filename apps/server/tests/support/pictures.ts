import { randomUUID } from 'node:crypto';
import type { Envelope } from '@fairlot/contract';
import sharp, { type Sharp } from 'sharp';
import type { TestServer } from './server.ts';

/** An image of colour bands whose JPEG has the size of a real photo. */
export function photo(seed = 1, width = 640, height = 400): Promise<Buffer> {
  return drawing(seed, width, height).jpeg({ quality: 90 }).toBuffer();
}

export function drawing(seed: number, width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * seed * 7 + Math.floor(at / (width * 3)) * 13) % 256;
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

export interface UploadOptions {
  readonly token?: string | undefined;
  readonly key?: string;
  readonly field?: string;
  readonly name?: string;
  readonly type?: string;
}

/** Uploads a file like the page does. */
export async function upload(
  server: TestServer,
  content: Uint8Array,
  options: UploadOptions = {},
): Promise<{ readonly status: number; readonly envelope: Envelope<{ readonly url: string } | null> }> {
  const form = new FormData();
  form.append(
    options.field ?? 'file',
    new Blob([new Uint8Array(content)], { type: options.type ?? 'image/jpeg' }),
    options.name ?? 'photo.jpg',
  );
  const response = await fetch(`${server.url}/api/common/image_upload`, {
    method: 'POST',
    body: form,
    headers: {
      lang: 'en',
      'idempotency-key': options.key ?? randomUUID(),
      ...(options.token === undefined ? {} : { authorization: options.token }),
    },
  });
  return { status: response.status, envelope: (await response.json()) as Envelope<{ readonly url: string } | null> };
}

/** Uploads a valid photo and returns its URL. */
export async function uploaded(server: TestServer, token: string, seed = 1): Promise<string> {
  const { envelope } = await upload(server, await photo(seed), { token });
  if (envelope.data === null) throw new Error(`the photo was refused: ${envelope.reason}`);
  return envelope.data.url;
}
