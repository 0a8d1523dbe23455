import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { nothing } from './scalar.ts';

/** Most subscribed browsers of one user. A further subscription replaces the oldest. */
export const PUSH_DEVICES_MAX = 10;

const endpoint = z.string().check(z.minLength(1), z.maxLength(1000));
const base64url = (most: number) =>
  z.string().check(z.minLength(1), z.maxLength(most), z.regex(/^[A-Za-z0-9_-]+={0,2}$/));

/** Content of a push message, encrypted for the browser that shows it. */
export const pushNotice = z.object({
  title: z.string(),
  body: z.string(),
  /** Route that a tap opens: the part of the page’s address after the #. */
  path: z.string(),
  /** A message replaces an earlier one with the same tag. */
  tag: z.string(),
  /** Language tag of title and body. */
  lang: z.string(),
  /** Text direction of title and body. */
  dir: z.enum(['ltr', 'rtl']),
});
export type PushNotice = z.infer<typeof pushNotice>;

export const pushCalls = {
  pushKey: defineCall({
    methods: ['GET'],
    path: '/api/push/key',
    access: 'user',
    changesState: false,
    summary: 'The public key (VAPID, RFC 8292) that a browser needs to subscribe to push messages.',
    input: nothing,
    output: z.object({ key: z.string() }),
  }),
  pushSubscribe: defineCall({
    methods: ['POST'],
    path: '/api/push/subscribe',
    access: 'user',
    changesState: true,
    summary:
      'Subscribes this browser to push messages about fired price alerts and closed positions, in the language of this request, until the session ends.',
    input: z.object({ endpoint, p256dh: base64url(200), auth: base64url(60) }),
    output: z.object({}),
  }),
  pushUnsubscribe: defineCall({
    methods: ['POST'],
    path: '/api/push/unsubscribe',
    access: 'user',
    changesState: true,
    summary: 'Ends the push subscription of this browser.',
    input: z.object({ endpoint }),
    output: z.object({}),
  }),
} as const;
