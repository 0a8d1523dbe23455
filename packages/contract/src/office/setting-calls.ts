import { z } from 'zod/mini';
import { isoTime } from '../scalar.ts';
import { defineStaffCall, defineStaffList, period } from './call.ts';
import { SETTING_BOUNDS, settingInput, settingWholeIn } from './setting-bounds.ts';
import { siteSettings } from './settings.ts';

/** Kinds of records whose changes are listed. */
export const SETTING_CHANGE_KINDS = [
  'setting',
  'instrument',
  'network',
  'receiving_account',
  'draw_currency',
  'collect_coin',
  'staff_roles',
  'mail_text',
  'exposure_limit',
  'calendar',
] as const;

/** One change of a setting, of terms or of roles, with values as JSON. */
export const settingChange = z.object({
  /** Unique within its kind. */
  id: z.int(),
  at: isoTime,
  /** setting, instrument, network, collect_coin, receiving_account, draw_currency, staff_roles, mail_text, exposure_limit, calendar. */
  kind: z.string(),
  /** Name of the author, and of the second person who approved it. */
  staff_name: z.string(),
  /** The setting, or the name of the record. */
  key: z.string(),
  /**
   * The values in force before and after; of a record, the fields that changed. null in changes of earlier versions for
   * the default.
   */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});

const current = z.object({
  /** A change must carry this version, so that it cannot overwrite an unseen change (optimistic lock). */
  version: z.int(),
  values: siteSettings,
  /** Settings that the office overrides. */
  overridden: z.array(z.string()),
});

/** Positions that a stop-out level would close now. */
const closing = z.object({ positions: z.int(), accounts: z.int() });

export const settingsCalls = {
  siteSettings: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/settings/read',
    roles: ['support', 'compliance', 'finance', 'dealer', 'administrator'],
    changesState: false,
    summary: 'All settings with their current values.',
    input: z.object({}),
    output: current,
  }),
  changeSiteSettings: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/settings/change',
    roles: ['administrator'],
    changesState: true,
    summary:
      'Changes settings, all or none of the given ones; settings in `reset` return to their defaults. While there are real accounts, a change of the warning and stop-out levels, of an amount, of withdrawal_needs_verification, withdrawal_wait_hours, factor_reset_wait_hours, copy_fee_ratio or a term of the rewards for inviters becomes a proposal as a whole.',
    input: z.object({
      version: z.int(),
      values: settingInput,
      reset: z._default(z.array(z.string()).check(z.maxLength(50)), []),
    }),
    /** `proposal`: the number of the proposal that waits; null for a change that is done. */
    output: z.object({ ...current.shape, proposal: z.nullable(z.int()) }),
  }),
  previewStopOut: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/settings/preview_stop_out',
    roles: ['administrator'],
    changesState: false,
    summary: 'The positions that a stop-out level would close at the present prices. Changes nothing.',
    input: z.object({
      stop_out_ratio: z.pipe(
        z.union([z.int(), z.string().check(z.regex(/^\d{1,3}$/))]),
        z.pipe(z.transform(Number), settingWholeIn(SETTING_BOUNDS.stop_out_ratio)),
      ),
    }),
    output: z.object({
      real: closing,
      demo: closing,
      /** False when the time ran out before every account was valued: the figures are lower bounds. */
      complete: z.boolean(),
      /** The change waits for the approval of a second person. */
      needs_approval: z.boolean(),
      /** Hours between approval and effect, because the level is stricter for open positions of real accounts. */
      notice_hours: z.int(),
    }),
  }),
  settingChanges: defineStaffList({
    path: '/office/api/settings/changes',
    roles: ['administrator', 'compliance', 'finance', 'dealer'],
    summary: 'All changes of settings, payment terms, instruments and roles that took effect, newest first.',
    filters: {
      ...period,
      kind: z.optional(z.enum(SETTING_CHANGE_KINDS)),
      key: z.optional(z.string().check(z.maxLength(64))),
    },
    row: settingChange,
  }),
} as const;
