import { webcrypto } from 'node:crypto';
import { imageCalls } from '@fairlot/contract';
import { type Answer, refuse } from '../../http/answer.ts';
import type { Calls } from '../../http/calls.ts';
import { receiveFile } from '../../http/receive-file.ts';
import type { UploadPlaces } from '../../http/upload-places.ts';
import type { Clock } from '../../platform/clock.ts';
import { ConcurrencyLimit } from '../../platform/concurrency-limit.ts';
import { TokenBuckets } from '../../security/token-buckets.ts';
import type { ImageStore } from '../../uploads/image-store.ts';
import { reencodeImage } from '../../uploads/re-encode.ts';
import { imageAnswer, uploadAnswer } from './presenter.ts';

/** Images re-encoded concurrently; one leaves a core to the market. The places of uploads bound those that wait. */
const AT_ONCE = 1;
const MOST_WAITING = 20;
/** Upload attempts per user, successful or not: a burst of 20, then one per 20 seconds. */
const TRIES_PER_SECOND = 0.05;
const TRIES_AT_ONCE = 20;

/** Registers the upload of images and the download of the user's own. */
export function registerImages(calls: Calls, images: ImageStore, places: UploadPlaces, clock: Clock): void {
  const limit = new ConcurrencyLimit(AT_ONCE, MOST_WAITING);
  const tries = new TokenBuckets(TRIES_PER_SECOND, TRIES_AT_ONCE, clock);

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

  calls.forUpload(imageCalls.imageUpload, async (request, { session, key, address }) => {
    const owner = session.account;
    if (!tries.take(owner)) return refuse('too_many_requests');
    const free = places.take(`user ${owner}`, address, request.raw);
    if (typeof free !== 'function') return free;
    try {
      return await take(request, owner, key);
    } finally {
      free();
    }
  });

  calls.forUser(imageCalls.image, async ({ id }, { session }) =>
    imageAnswer(await images.ofOwner(id, session.account)),
  );
}
