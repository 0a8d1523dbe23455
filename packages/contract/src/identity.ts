import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { imageUrl } from './image.ts';
import { isoTime, nothing } from './scalar.ts';

/** Longest name and number of a document. */
export const MAX_NAME_LENGTH = 100;
export const MAX_CARD_ID_LENGTH = 40;

/** What is typed, its ends trimmed. Empty is the feature's to answer, which then says what is missing. */
const line = (most: number, allowed: RegExp) =>
  z._default(
    z.pipe(
      z.string().check(z.maxLength(most + 20)),
      z.pipe(
        z.transform((value: string) => value.normalize('NFC').trim()),
        z.string().check(z.maxLength(most), z.regex(allowed)),
      ),
    ),
    '',
  );
/** The address of an upload; empty where a side is missing. */
const side = z._default(z.union([imageUrl, z.literal('')]), '');

/** What one has submitted to show who one is. */
export const identityCenter = z.object({
  /** 0 = not submitted, or rejected; 1 = waiting for review; 2 = finished. */
  review_status: z.int().check(z.gte(0), z.lte(2)),
  name: z.string(),
  /** Number of the document, all but its end hidden. */
  card_id: z.string(),
  /** Addresses of the pictures, empty in 0. */
  front_pic: z.string(),
  reverse_pic: z.string(),
  submitted_at: z.nullable(isoTime),
  /** Why the last submission was rejected, empty otherwise. */
  reason: z.string(),
});

export const identityCalls = {
  submitIdentity: defineCall({
    methods: ['POST'],
    path: '/api/user_real/real_name',
    access: 'real',
    changesState: true,
    summary: 'Submits name, number and both sides of a document for review. Once, unless it is rejected.',
    input: z.object({
      name: line(MAX_NAME_LENGTH, /^[^\p{C}<>]*$/u),
      card_id: line(MAX_CARD_ID_LENGTH, /^[\p{L}\p{M}\p{N} ./()-]*$/u),
      front_pic: side,
      reverse_pic: side,
    }),
    output: identityCenter,
  }),
  identityCenter: defineCall({
    methods: ['GET'],
    path: '/api/user_real/center',
    access: 'real',
    changesState: false,
    summary: 'The state of one’s identity verification, and what one has submitted.',
    input: nothing,
    output: identityCenter,
  }),
} as const;
