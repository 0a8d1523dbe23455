import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { alertDirection, alertSide, priceAlert } from './price-alert.ts';
import { id, nothing, numeric } from './scalar.ts';

/** Most waiting alerts of one user. */
export const ALERTS_MAX = 50;
/** Most fired alerts in a user’s history. */
export const ALERT_HISTORY_MAX = 50;

export const alertCalls = {
  alertList: defineCall({
    methods: ['GET'],
    path: '/api/alerts',
    access: 'user',
    changesState: false,
    summary: 'The caller’s price alerts: waiting ones, and the latest fired ones with their quotes, newest first.',
    input: nothing,
    output: z.object({
      waiting: z.array(priceAlert),
      fired: z.array(priceAlert),
      /** Most waiting alerts. */ limit: z.int(),
    }),
  }),
  alertSet: defineCall({
    methods: ['POST'],
    path: '/api/alerts/set',
    access: 'user',
    changesState: true,
    idempotency: 'own',
    summary: 'Sets an alert for the moment when the bid or the ask of an instrument rises or falls to a price.',
    input: z.object({ forex_id: id, side: alertSide, direction: alertDirection, price: numeric }),
    output: priceAlert,
  }),
  alertRemove: defineCall({
    methods: ['POST'],
    path: '/api/alerts/remove',
    access: 'user',
    changesState: true,
    summary: 'Removes a waiting alert, or a fired one from the history.',
    input: z.object({ id }),
    output: z.object({}),
  }),
} as const;
