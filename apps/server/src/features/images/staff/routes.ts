import { type StaffRole, staffImageCalls } from '@fairlot/contract';
import { refuse } from '../../../http/answer.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';
import type { ImageStore, ImageUse } from '../../../uploads/image-store.ts';
import { imageAnswer } from '../presenter.ts';

/** The role that may see an image, by the image's use. */
const REVIEWER: Readonly<Record<ImageUse, StaffRole>> = { identity: 'compliance', deposit: 'finance' };

/** Registers the download of users' images for staff in the responsible role. */
export function registerStaffImages(calls: StaffCalls, images: ImageStore): void {
  calls.forStaff(staffImageCalls.staffImage, async ({ id }, context) => {
    context.about({ subject: `image ${id.slice(0, 8)}` });
    const image = await images.about(id);
    if (image === undefined) return refuse('unknown_image');
    context.about({ user: image.owner });
    // The other role learns nothing about the image, not even that there is one.
    if (image.use === null || !context.staff.roles.includes(REVIEWER[image.use])) return refuse('unknown_image');
    return imageAnswer(await images.content(id));
  });
}
