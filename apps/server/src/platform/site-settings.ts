import { siteSettings } from '@fairlot/contract';
import type { SiteSettingKey, SiteSettingValues } from '@fairlot/contract';
import { parseMoney } from '@fairlot/domain';
import type { Money } from '@fairlot/domain';
import type { Pool } from 'pg';

/** Settings whose values are dollars. */
export type MoneySetting = Extract<
  SiteSettingKey,
  'two_person_amount' | `${'deposit' | 'withdraw'}_${'coin' | 'bank'}_${'min' | 'max'}`
>;

type Listener = (values: SiteSettingValues) => void;

/** What became of a change. */
export type SettingsChange =
  | { readonly ok: true }
  /** Somebody else changed something since the version that was given. */
  | { readonly ok: false; readonly problem: 'stale' }
  /** The values do not go together. */
  | { readonly ok: false; readonly problem: 'invalid'; readonly field: string };

/** What the environment does not say. */
export const SETTING_DEFAULTS: SiteSettingValues = {
  site_title: 'Fairlot',
  service_link: '',
  service_link_type: 0,
  verify_reg_type: 0,
  is_show_mobile: false,
  trade_fee_type: 1,
  warning_ratio: 100,
  stop_out_ratio: 50,
  withdrawal_needs_verification: true,
  two_person_amount: '5000',
  deposit_coin_min: '10',
  deposit_coin_max: '50000',
  deposit_bank_min: '10',
  deposit_bank_max: '50000',
  withdraw_coin_min: '10',
  withdraw_coin_max: '50000',
  withdraw_bank_min: '10',
  withdraw_bank_max: '50000',
  excluded_countries: ['KP', 'IL', 'CN', 'VU', 'CU'],
  sample_strategies: true,
  company_email: '',
  complaint_email: '',
};

/**
 * What the operator has set. Reading costs nothing: the values are in memory, and this process is the only one that changes
 * them. Each change is written with its author before anybody sees it.
 */
export class SiteSettings {
  private readonly pool: Pool;
  private readonly defaults: SiteSettingValues;
  private readonly listeners = new Set<Listener>();
  private overrides: Partial<SiteSettingValues> = {};
  private current: SiteSettingValues;
  private changes = 0;

  private constructor(pool: Pool, defaults: SiteSettingValues) {
    this.pool = pool;
    this.defaults = defaults;
    this.current = defaults;
  }

  /** Reads what is stored. Settings that this version does not know, or that it would not accept, are left out. */
  static async open(pool: Pool, defaults: SiteSettingValues): Promise<SiteSettings> {
    const settings = new SiteSettings(pool, defaults);
    const { rows } = await pool.query<{ key: string; value: string }>('select key, value from site_settings');
    const stored = Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown]));
    const version = await pool.query<{ version: number }>(
      'select coalesce(max(version), 0)::integer as version from site_setting_changes',
    );
    settings.changes = version.rows[0]?.version ?? 0;
    const known = Object.entries(stored).filter(
      ([key, value]) => isKey(key) && siteSettings.shape[key].safeParse(value).success,
    );
    settings.overrides = Object.fromEntries(known);
    settings.current = { ...defaults, ...settings.overrides };
    return settings;
  }

  get<Key extends SiteSettingKey>(key: Key): SiteSettingValues[Key] {
    return this.current[key];
  }

  /** A setting in dollars. */
  money(key: MoneySetting): Money {
    const value = parseMoney(this.current[key]);
    if (value === undefined) throw new Error(`the setting ${key} is no sum of money`);
    return value;
  }

  values(): SiteSettingValues {
    return this.current;
  }

  /** Counts the changes. */
  get version(): number {
    return this.changes;
  }

  overridden(): readonly SiteSettingKey[] {
    return (Object.keys(this.overrides) as SiteSettingKey[]).sort();
  }

  /** Called after each change. Returns how to stop listening. */
  onChange(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** What the settings would be after a change, or what is wrong with it. Changes nothing. */
  preview(
    version: number,
    values: Partial<SiteSettingValues>,
    reset: readonly SiteSettingKey[],
  ): SettingsChange & { readonly next?: SiteSettingValues } {
    if (version !== this.changes) return { ok: false, problem: 'stale' };
    const next = { ...this.defaults, ...this.without(reset), ...values };
    const field = contradiction(next);
    return field === undefined ? { ok: true, next } : { ok: false, problem: 'invalid', field };
  }

  /** Changes settings, all or none. `values` have passed the contract. */
  async change(
    version: number,
    values: Partial<SiteSettingValues>,
    reset: readonly SiteSettingKey[],
    by: { readonly id: number; readonly name: string },
  ): Promise<SettingsChange> {
    const preview = this.preview(version, values, reset);
    if (!preview.ok || preview.next === undefined) return preview;
    const overrides = { ...this.without(reset), ...values };
    const keys = [...new Set([...(Object.keys(values) as SiteSettingKey[]), ...reset])].filter(
      (key) => text(overrides[key]) !== text(this.overrides[key]),
    );
    if (keys.length === 0) return { ok: true };
    const done = await this.write(keys, overrides, by);
    if (!done) return { ok: false, problem: 'stale' };
    this.overrides = overrides;
    this.current = preview.next;
    this.changes = version + 1;
    for (const listener of this.listeners) listener(this.current);
    return { ok: true };
  }

  private without(reset: readonly SiteSettingKey[]): Partial<SiteSettingValues> {
    return Object.fromEntries(Object.entries(this.overrides).filter(([key]) => !reset.some((each) => each === key)));
  }

  /** One transaction. False when another change of the same version came first. */
  private async write(
    keys: readonly SiteSettingKey[],
    overrides: Partial<SiteSettingValues>,
    by: { readonly id: number; readonly name: string },
  ): Promise<boolean> {
    const client = await this.pool.connect();
    try {
      await client.query('begin');
      await client.query('lock table site_settings in exclusive mode');
      const found = await client.query<{ version: number }>(
        'select coalesce(max(version), 0)::integer as version from site_setting_changes',
      );
      if (found.rows[0]?.version !== this.changes) {
        await client.query('rollback');
        return false;
      }
      for (const key of keys) {
        const after = text(overrides[key]);
        await client.query(
          'insert into site_setting_changes (version, staff_id, staff_name, key, before, after) values ($1, $2, $3, $4, $5, $6)',
          [this.changes + 1, by.id, by.name, key, text(this.overrides[key]), after],
        );
        if (after === null) await client.query('delete from site_settings where key = $1', [key]);
        else
          await client.query(
            'insert into site_settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
            [key, after],
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

/** null: not overridden. */
function text(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/** The first setting that contradicts another one. */
function contradiction(values: SiteSettingValues): SiteSettingKey | undefined {
  if (values.warning_ratio < values.stop_out_ratio) return 'warning_ratio';
  for (const way of ['deposit_coin', 'deposit_bank', 'withdraw_coin', 'withdraw_bank'] as const) {
    const [least, most] = [parseMoney(values[`${way}_min`]), parseMoney(values[`${way}_max`])];
    if (least === undefined || most === undefined || least > most) return `${way}_max`;
  }
  return undefined;
}
