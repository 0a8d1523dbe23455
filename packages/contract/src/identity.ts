import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { imageUrl } from './image.ts';
import { isoTime, nothing } from './scalar.ts';

/** Most characters of the name on a document, and of its number. */
export const MAX_NAME_LENGTH = 100;
export const MAX_CARD_ID_LENGTH = 40;

/** Typed text, normalised and trimmed. The feature refuses an empty one and names the missing field. */
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
/** URL of an uploaded side of the document; empty while it is missing. */
const side = z._default(z.union([imageUrl, z.literal('')]), '');

/** The caller's identity verification. */
export const identityCenter = z.object({
  /** 0 = not submitted, rejected or revoked, 1 = waiting for review, 2 = verified. */
  review_status: z.int().check(z.gte(0), z.lte(2)),
  name: z.string(),
  /** Number of the document, masked except for its end. */
  card_id: z.string(),
  /** URLs of the pictures; empty for review_status 0. */
  front_pic: z.string(),
  reverse_pic: z.string(),
  submitted_at: z.nullable(isoTime),
  /** Reason of the last rejection or revocation; empty otherwise. */
  reason: z.string(),
});

export const identityCalls = {
  submitIdentity: defineCall({
    methods: ['POST'],
    path: '/api/user_real/real_name',
    access: 'real',
    changesState: true,
    idempotency: 'own',
    summary:
      'Submits the name, the number and both sides of a document for review. A new submission is possible only after a rejection or a revocation.',
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
    summary: 'The state of the caller’s identity verification, and the submitted data.',
    input: nothing,
    output: identityCenter,
  }),
} as const;
