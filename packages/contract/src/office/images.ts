import { z } from 'zod/mini';
import { imageId } from '../image.ts';
import { defineStaffCall } from './call.ts';

const IMAGE_PATH = '/office/api/image/';

/** Path of a user's image for staff. The office's cookie grants access, so an img tag can show it. */
export function staffImageUrlOf(image: string): string {
  return IMAGE_PATH + image;
}

export const staffImageCalls = {
  staffImage: defineStaffCall({
    methods: ['GET'],
    path: `${IMAGE_PATH}:id`,
    roles: ['compliance', 'finance'],
    changesState: false,
    personal: true,
    answersFile: 'image/jpeg',
    summary:
      'An image of a user, once it is part of a submission: identity documents for compliance, deposit proofs for finance; for the other of the two `unknown_image`.',
    input: z.object({ id: imageId }),
    output: z.unknown(),
  }),
} as const;
