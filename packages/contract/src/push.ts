import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { nothing } from './scalar.ts';

/** Devices of one user that may be told; the one that asked first goes when another comes. */
export const PUSH_DEVICES_MAX = 10;

const endpoint = z.string().check(z.minLength(1), z.maxLength(1000));
const base64url = (most: number) =>
  z.string().check(z.minLength(1), z.maxLength(most), z.regex(/^[A-Za-z0-9_-]+={0,2}$/));

/** What a push message carries, encrypted for the browser that shows it. */
export const pushNotice = z.object({
  title: z.string(),
  body: z.string(),
  /** Where a tap leads, behind the # of the address. */
  path: z.string(),
  /** Messages of one tag replace each other. */
  tag: z.string(),
  /** Language and direction of the words. */
  lang: z.string(),
  dir: z.enum(['ltr', 'rtl']),
});
export type PushNotice = z.infer<typeof pushNotice>;

export const pushCalls = {
  pushKey: defineCall({
    methods: ['GET'],
    path: '/api/push/key',
    access: 'user',
    changesState: false,
    summary: 'The public key by which push services know this platform (RFC 8292), for a browser that subscribes.',
    input: nothing,
    output: z.object({ key: z.string() }),
  }),
  pushSubscribe: defineCall({
    methods: ['POST'],
    path: '/api/push/subscribe',
    access: 'user',
    changesState: true,
    summary:
      'Price alerts and closed positions are told to this browser as well, in the language of this request, until the session ends.',
    input: z.object({ endpoint, p256dh: base64url(200), auth: base64url(60) }),
    output: z.object({}),
  }),
  pushUnsubscribe: defineCall({
    methods: ['POST'],
    path: '/api/push/unsubscribe',
    access: 'user',
    changesState: true,
    summary: 'This browser is told nothing more.',
    input: z.object({ endpoint }),
    output: z.object({}),
  }),
} as const;
