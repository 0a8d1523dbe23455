import { z } from 'zod/mini';
import { imageId } from '../image.ts';
import { defineStaffCall } from './call.ts';

const IMAGE_PATH = '/office/api/image/';

/** Address of a user's image for staff; the office's cookie opens it, so a page may show it as it is. */
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
      'An image of a user’s, once it is part of a submission: identity for compliance, proofs of deposits for finance.',
    input: z.object({ id: imageId }),
    output: z.unknown(),
  }),
} as const;
