import { webcrypto } from 'node:crypto';
import { imageCalls } from '@fairlot/contract';
import { type Answer, refuse } from '../../http/answer.ts';
import type { Calls } from '../../http/calls.ts';
import { receiveFile } from '../../http/receive-file.ts';
import type { Clock } from '../../platform/clock.ts';
import { ConcurrencyLimit } from '../../platform/concurrency-limit.ts';
import { TokenBuckets } from '../../security/token-buckets.ts';
import type { ImageStore } from '../../uploads/image-store.ts';
import { reencodeImage } from '../../uploads/re-encode.ts';
import { imageAnswer, uploadAnswer } from './presenter.ts';

/** Images re-encoded concurrently; one leaves a core to the market. Each waiting upload holds up to 10 MB. */
const AT_ONCE = 1;
const MOST_WAITING = 12;
/** Upload attempts per user, successful or not: a burst of 20, then one per 20 seconds. */
const TRIES_PER_SECOND = 0.05;
const TRIES_AT_ONCE = 20;

/** Registers the upload of images and the download of the user's own. */
export function registerImages(calls: Calls, images: ImageStore, clock: Clock): void {
  const limit = new ConcurrencyLimit(AT_ONCE, MOST_WAITING);
  const tries = new TokenBuckets(TRIES_PER_SECOND, TRIES_AT_ONCE, clock);
  const reading = new Set<number>();

  const take = async (
    request: Parameters<typeof receiveFile>[0],
    owner: number,
    key: string,
  ): Promise<Answer<{ url: string }>> => {
    if (!(await images.hasRoom(owner))) return refuse('image_quota_reached');
    const upload = await receiveFile(request, 'file');
    if (!upload.ok) return upload;
    const hash = Buffer.from(await webcrypto.subtle.digest('SHA-256', new Uint8Array(upload.data)));
    const before = await images.byKey(owner, key, hash);
    if (before !== undefined) return uploadAnswer(before);
    const picture = await limit.run(() => reencodeImage(upload.data));
    return picture.ok ? uploadAnswer(await images.keep({ owner, key, hash, picture: picture.data })) : picture;
  };

  calls.forUpload(imageCalls.imageUpload, async (request, { session, key }) => {
    const owner = session.account;
    if (!tries.take(owner) || reading.has(owner)) return refuse('too_many_requests');
    reading.add(owner);
    try {
      return await take(request, owner, key);
    } finally {
      reading.delete(owner);
    }
  });

  calls.forUser(imageCalls.image, async ({ id }, { session }) =>
    imageAnswer(await images.ofOwner(id, session.account)),
  );
}
