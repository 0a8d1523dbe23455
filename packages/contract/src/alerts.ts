import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { alertDirection, alertSide, priceAlert } from './price-alert.ts';
import { id, nothing, numeric } from './scalar.ts';

/** Alerts of one user that may wait at a time, and fired ones that are kept. */
export const ALERTS_MAX = 50;
export const ALERT_HISTORY_MAX = 50;

export const alertCalls = {
  alertList: defineCall({
    methods: ['GET'],
    path: '/api/alerts',
    access: 'user',
    changesState: false,
    summary:
      'One’s price alerts: those that wait, and the last that fired with the quotes that fired them, newest first.',
    input: nothing,
    output: z.object({
      waiting: z.array(priceAlert),
      fired: z.array(priceAlert),
      /** How many may wait. */ limit: z.int(),
    }),
  }),
  alertSet: defineCall({
    methods: ['POST'],
    path: '/api/alerts/set',
    access: 'user',
    changesState: true,
    summary: 'Asks to be told when the bid or the ask of an instrument rises or falls to a price.',
    input: z.object({ forex_id: id, side: alertSide, direction: alertDirection, price: numeric }),
    output: priceAlert,
  }),
  alertRemove: defineCall({
    methods: ['POST'],
    path: '/api/alerts/remove',
    access: 'user',
    changesState: true,
    summary: 'Takes an alert back, or a fired one out of the history.',
    input: z.object({ id }),
    output: z.object({}),
  }),
} as const;
