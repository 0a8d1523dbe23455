import { isDeepStrictEqual } from 'node:util';
import { BRAND_COLOUR, type SiteSettingKey, type SiteSettingValues, siteSettings } from '@fairlot/contract';
import { type Money, parseMoney } from '@fairlot/domain';
import { DEFAULT_LANGUAGE } from '@fairlot/i18n';
import type { Pool } from 'pg';

/** Settings whose values are dollars. */
export type MoneySetting = Extract<
  SiteSettingKey,
  | 'two_person_amount'
  | 'two_person_week_amount'
  | `${'deposit' | 'withdraw'}_${'coin' | 'bank'}_${'min' | 'max'}`
  | 'reward_amount'
  | 'reward_min_deposits'
  | 'reward_min_fees'
  | 'reward_day_amount'
  | 'copy_min_amount'
>;

type Listener = (values: SiteSettingValues) => void;

/** The result of a change. */
export type SettingsChange =
  | { readonly ok: true }
  /** Another member of staff changed a setting after the given version. */
  | { readonly ok: false; readonly problem: 'stale' }
  /** The values contradict each other. */
  | { readonly ok: false; readonly problem: 'invalid'; readonly field: string };

/** Defaults of settings that the environment does not set. */
export const SETTING_DEFAULTS: SiteSettingValues = {
  site_title: 'Fairlot',
  brand_colour: BRAND_COLOUR,
  default_language: DEFAULT_LANGUAGE,
  service_link: '',
  verify_reg_type: 0,
  is_show_mobile: false,
  warning_ratio: 100,
  stop_out_ratio: 50,
  statement_mail: false,
  withdrawal_needs_verification: true,
  withdrawal_wait_hours: 24,
  factor_reset_wait_hours: 72,
  session_idle_hours: 168,
  two_person_amount: '5000',
  two_person_week_amount: '20000',
  deposit_coin_min: '10',
  deposit_coin_max: '50000',
  deposit_bank_min: '10',
  deposit_bank_max: '50000',
  withdraw_coin_min: '10',
  withdraw_coin_max: '50000',
  withdraw_bank_min: '10',
  withdraw_bank_max: '50000',
  reward_kind: 'none',
  reward_amount: '50',
  reward_share_ratio: 10,
  reward_min_deposits: '500',
  reward_min_fees: '20',
  reward_days: 90,
  reward_hold_days: 30,
  reward_month_people: 10,
  reward_day_amount: '200',
  excluded_countries: ['KP', 'IL', 'CN', 'VU', 'CU'],
  news_sources: [],
  sample_strategies: true,
  copying: true,
  copy_min_amount: '100',
  copy_most_people: 10_000,
  copy_fee_ratio: 20,
  company_email: '',
  complaint_email: '',
};

/**
 * The operator's settings. Values are read from memory: one process changes them and tells the others. Each change is
 * stored with its author before it takes effect.
 */
export class SiteSettings {
  readonly #pool: Pool;
  readonly #defaults: SiteSettingValues;
  readonly #listeners = new Set<Listener>();
  #overrides: Partial<SiteSettingValues> = {};
  #current: SiteSettingValues;
  #changes = 0;
  /** The version of the last change of each setting that was ever changed. */
  #versions: Map<string, number> = new Map();

  private constructor(pool: Pool, defaults: SiteSettingValues) {
    this.#pool = pool;
    this.#defaults = defaults;
    this.#current = defaults;
  }

  /** Reads the stored settings. Unknown and invalid ones are ignored. */
  static async open(pool: Pool, defaults: SiteSettingValues): Promise<SiteSettings> {
    const settings = new SiteSettings(pool, defaults);
    await settings.#read();
    return settings;
  }

  /**
   * Reads the settings again, which another process may have changed, or a commit whose answer was lost. Calls the
   * listeners when they are others than before.
   */
  async reload(): Promise<void> {
    const before = this.#current;
    await this.#read();
    if (isDeepStrictEqual(this.#current, before)) return;
    for (const listener of this.#listeners) listener(this.#current);
  }

  async #read(): Promise<void> {
    // Versions first: a change between the two reads is then refused as stale, and not made on a former value.
    const versions = await this.#pool.query<{ key: string; version: number }>(
      'select key, max(version) as version from site_setting_changes group by key',
    );
    const { rows } = await this.#pool.query<{ key: string; value: string }>('select key, value from site_settings');
    const stored = Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown]));
    this.#versions = new Map(versions.rows.map(({ key, version }) => [key, version]));
    this.#changes = Math.max(0, ...this.#versions.values());
    const known = Object.entries(stored).filter(
      ([key, value]) => isKey(key) && siteSettings.shape[key].safeParse(value).success,
    );
    this.#overrides = Object.fromEntries(known);
    this.#current = { ...this.#defaults, ...this.#overrides };
  }

  get<Key extends SiteSettingKey>(key: Key): SiteSettingValues[Key] {
    return this.#current[key];
  }

  /** A setting in dollars. */
  money(key: MoneySetting): Money {
    const value = parseMoney(this.#current[key]);
    if (value === undefined) throw new Error(`the setting ${key} is not an amount of money`);
    return value;
  }

  values(): SiteSettingValues {
    return this.#current;
  }

  /** The number of changes. */
  get version(): number {
    return this.#changes;
  }

  /** The version of the last change of any of these settings. It grows with each of their changes and no others. */
  versionOf(keys: readonly SiteSettingKey[]): number {
    return Math.max(0, ...keys.map((key) => this.#versions.get(key) ?? 0));
  }

  /** Divides values into overrides and settings that return to their defaults. */
  split(values: Partial<SiteSettingValues>): {
    readonly values: Partial<SiteSettingValues>;
    readonly reset: readonly SiteSettingKey[];
  } {
    const keys = Object.keys(values) as SiteSettingKey[];
    const reset = keys.filter((key) => text(values[key]) === text(this.#defaults[key]));
    return {
      values: Object.fromEntries(keys.filter((key) => !reset.includes(key)).map((key) => [key, values[key]])),
      reset,
    };
  }

  /** The settings whose stored value a change would replace or remove. */
  changedKeys(values: Partial<SiteSettingValues>, reset: readonly SiteSettingKey[]): readonly SiteSettingKey[] {
    const overrides = { ...this.#without(reset), ...values };
    return [...new Set([...(Object.keys(values) as SiteSettingKey[]), ...reset])].filter(
      (key) => text(overrides[key]) !== text(this.#overrides[key]),
    );
  }

  overridden(): readonly SiteSettingKey[] {
    return (Object.keys(this.#overrides) as SiteSettingKey[]).sort();
  }

  /** Calls the listener after each change. Returns a function that removes it. */
  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The settings after a change, or its problem. Changes nothing. */
  preview(
    version: number,
    values: Partial<SiteSettingValues>,
    reset: readonly SiteSettingKey[],
  ): SettingsChange & { readonly next?: SiteSettingValues } {
    if (version !== this.#changes) return { ok: false, problem: 'stale' };
    const next = { ...this.#defaults, ...this.#without(reset), ...values };
    const field = contradiction(next);
    return field === undefined ? { ok: true, next } : { ok: false, problem: 'invalid', field };
  }

  /**
   * Changes settings, all or none. The contract has checked `values`. Reload after a failure, whose commit may have lost
   * its answer, and after `stale`: without that, every further change would be stale too.
   */
  async change(
    version: number,
    values: Partial<SiteSettingValues>,
    reset: readonly SiteSettingKey[],
    by: { readonly id: number; readonly name: string },
  ): Promise<SettingsChange> {
    const preview = this.preview(version, values, reset);
    if (!preview.ok || preview.next === undefined) return preview;
    const overrides = { ...this.#without(reset), ...values };
    const keys = this.changedKeys(values, reset);
    if (keys.length === 0) return { ok: true };
    if (!(await this.#write(keys, overrides, preview.next, by))) return { ok: false, problem: 'stale' };
    this.#overrides = overrides;
    this.#current = preview.next;
    this.#changes = version + 1;
    for (const key of keys) this.#versions.set(key, this.#changes);
    for (const listener of this.#listeners) listener(this.#current);
    return { ok: true };
  }

  #without(reset: readonly SiteSettingKey[]): Partial<SiteSettingValues> {
    return Object.fromEntries(Object.entries(this.#overrides).filter(([key]) => !reset.some((each) => each === key)));
  }

  /** Writes a change in one transaction. Returns false when another change of the same version came first. */
  async #write(
    keys: readonly SiteSettingKey[],
    overrides: Partial<SiteSettingValues>,
    next: SiteSettingValues,
    by: { readonly id: number; readonly name: string },
  ): Promise<boolean> {
    const client = await this.#pool.connect();
    try {
      await client.query('begin');
      await client.query('lock table site_settings in exclusive mode');
      const found = await client.query<{ version: number }>(
        'select coalesce(max(version), 0)::integer as version from site_setting_changes',
      );
      if (found.rows[0]?.version !== this.#changes) {
        await client.query('rollback');
        return false;
      }
      for (const key of keys) {
        const override = text(overrides[key]);
        await client.query(
          'insert into site_setting_changes (version, staff_id, staff_name, key, before, after) values ($1, $2, $3, $4, $5, $6)',
          [this.#changes + 1, by.id, by.name, key, text(this.#current[key]), text(next[key])],
        );
        if (override === null) await client.query('delete from site_settings where key = $1', [key]);
        else
          await client.query(
            'insert into site_settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
            [key, override],
          );
      }
      await client.query('commit');
      return true;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  }
}

function isKey(key: string): key is SiteSettingKey {
  return key in siteSettings.shape;
}

/** Returns null for a setting without override. */
function text(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/** The first setting that contradicts another. */
function contradiction(values: SiteSettingValues): SiteSettingKey | undefined {
  if (values.warning_ratio <= values.stop_out_ratio) return 'warning_ratio';
  for (const way of ['deposit_coin', 'deposit_bank', 'withdraw_coin', 'withdraw_bank'] as const) {
    const [least, most] = [parseMoney(values[`${way}_min`]), parseMoney(values[`${way}_max`])];
    if (least === undefined || most === undefined || least > most) return `${way}_max`;
  }
  return undefined;
}
