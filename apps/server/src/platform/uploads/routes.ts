import { webcrypto } from 'node:crypto';
import { imageCalls, imageUrlOf, staffImageCalls } from '@fairlot/contract';
import type { StaffRole } from '@fairlot/contract';
import type { Answer, FailReason } from '../answer.ts';
import { done, refuse } from '../answer.ts';
import type { Calls } from '../calls.ts';
import type { Clock } from '../clock.ts';
import { FileContent } from '../file-content.ts';
import type { StaffCalls } from '../staff-calls.ts';
import { TokenBuckets } from '../token-bucket.ts';
import { Turns } from '../turns.ts';
import type { ImageStore, ImageUse } from './image-store.ts';
import { receiveFile } from './receive.ts';
import { redraw } from './redraw.ts';

/** Drawn at once; one leaves a core to the market. Each that waits holds up to 10 MB. */
const AT_ONCE = 1;
const MOST_WAITING = 12;
/** Tries of one user, good or bad: 20 at once, then one in twenty seconds. */
const TRIES_PER_SECOND = 0.05;
const TRIES_AT_ONCE = 20;

/** Whose work an image belongs to, by what it is part of. */
const REVIEWER: Readonly<Record<ImageUse, StaffRole>> = { identity: 'compliance', deposit: 'finance' };

/** The upload of images, and who may see them: their owner, and the staff whose work they belong to. */
export function registerUploads(calls: Calls, staffCalls: StaffCalls, images: ImageStore, clock: Clock): void {
  const turns = new Turns(AT_ONCE, MOST_WAITING);
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
    if (before !== undefined) return answerOf(before);
    const picture = await turns.run(() => redraw(upload.data));
    return picture.ok ? answerOf(await images.keep({ owner, key, hash, picture: picture.data })) : picture;
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

  calls.forUser(imageCalls.image, async ({ id }, { session }) => fileOf(await images.ofOwner(id, session.account)));

  staffCalls.forStaff(staffImageCalls.staffImage, async ({ id }, context) => {
    context.about({ subject: `image ${id.slice(0, 8)}` });
    const image = await images.about(id);
    if (image === undefined) return refuse('unknown_image');
    context.about({ user: image.owner });
    if (image.use === null || !context.staff.roles.includes(REVIEWER[image.use])) return refuse('staff_role_required');
    return fileOf(await images.content(id));
  });
}

function answerOf(kept: { readonly id: string } | FailReason): Answer<{ url: string }> {
  return typeof kept === 'string' ? refuse(kept) : done({ url: imageUrlOf(kept.id) });
}

function fileOf(content: Buffer | undefined): Answer<FileContent> {
  return content === undefined ? refuse('unknown_image') : done(new FileContent(content, 'image/jpeg', 'image.jpg'));
}
