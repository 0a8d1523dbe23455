import { MINUTE_MS, type Money, formatMoney, isAlarmed } from '@fairlot/domain';
import { type Transaction, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { Outbox } from '../../../messages/outbox.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Job, every } from '../../../platform/jobs.ts';
import type { Log } from '../../../platform/log.ts';
import { utcMinute } from '../../../platform/utc-minute.ts';
import type { ExposureFigures } from './figures.ts';
import type { ExposureEvent } from './events.ts';
import { type ExposureLimit, type ExposureLimits, type LimitScope, textOf } from './limits.ts';

export interface ExposureAlarmsDeps {
  readonly figures: ExposureFigures;
  readonly limits: ExposureLimits;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly log: Log;
}

const EVERY_MS = 1000;
/** An alarm stays on until the net has been back for so long, so that a swinging price raises few of them. */
const CALM_MS = MINUTE_MS;
/** At most one mail about an instrument or currency in this time. */
const MAIL_EVERY_MS = 15 * MINUTE_MS;
const EVENTS_KEPT = 10_000;
const MOST_MAILS = 500;
/** Those who may set a limit. */
const TOLD: readonly string[] = ['dealer', 'administrator'];

type Net = { readonly net: Money | undefined };

/** Compares the exposure of real accounts with its limits once a second, and raises and ends alarms. */
export class ExposureAlarms {
  readonly #deps: ExposureAlarmsDeps;
  readonly #job: Job;
  /** Since when the net of an alarm is back, by the limit's number. */
  readonly #calmSince = new Map<number, number>();

  constructor(deps: ExposureAlarmsDeps) {
    this.#deps = deps;
    this.#job = every(
      EVERY_MS,
      () => this.check(),
      (error) => deps.log.error({ err: error }, 'the exposure could not be compared with its limits'),
    );
  }

  async start(): Promise<void> {
    await this.#deps.limits.load();
    this.#job.start();
  }

  stop(): Promise<void> {
    return this.#job.stop();
  }

  /** The limits whose alarm is on, the oldest alarm first. */
  get on(): readonly ExposureLimit[] {
    return this.#deps.limits
      .all()
      .filter(({ alarmSince }) => alarmSince !== undefined)
      .toSorted((one, other) => Number(one.alarmSince) - Number(other.alarmSince));
  }

  /** Judges all limits once. Does nothing while trading recovers. */
  async check(): Promise<void> {
    const { limits, figures, clock } = this.#deps;
    if (limits.isEmpty) return;
    await limits.alone(async () => {
      const nets = netsOf(figures);
      if (nets === undefined) return;
      for (const limit of limits.all()) {
        const { net } = nets(limit.scope, limit.name);
        const change = this.#changeOf(limit, net, clock());
        if (change !== undefined) await this.#store(limit, net, change);
      }
    });
  }

  #changeOf(
    { id, limit, alarmSince }: ExposureLimit,
    net: Money | undefined,
    now: number,
  ): 'raised' | 'ended' | undefined {
    const isOn = alarmSince !== undefined;
    if (limit === undefined) return isOn ? 'ended' : undefined;
    // Without a price, an alarm is neither raised nor ended.
    if (net === undefined) return undefined;
    const mustBeOn = isAlarmed(net, limit, isOn);
    if (mustBeOn || !isOn) {
      this.#calmSince.delete(id);
      return mustBeOn && !isOn ? 'raised' : undefined;
    }
    const since = this.#calmSince.get(id) ?? now;
    this.#calmSince.set(id, since);
    return now - since >= CALM_MS ? 'ended' : undefined;
  }

  async #store(limit: ExposureLimit, net: Money | undefined, change: 'raised' | 'ended'): Promise<void> {
    const { limits, outbox, clock, log } = this.#deps;
    const at = new Date(clock());
    const event: ExposureEvent = {
      version: 1,
      type: `exposure.alarm_${change}`,
      at: at.toISOString(),
      scope: limit.scope,
      name: limit.name,
      net_usd: textOf(net),
      limit_usd: textOf(limit.limit),
      since: (limit.alarmSince ?? at).toISOString(),
    };
    const isMailed =
      change === 'raised' && outbox.sends('mail') && at.getTime() - Number(limit.mailedAt ?? 0) >= MAIL_EVERY_MS;
    const alarmSince = change === 'raised' ? at : undefined;
    const mailedAt = isMailed ? at : limit.mailedAt;
    await limits.storing(async (transaction) => {
      await transaction
        .updateTable('exposure_limits')
        .set({ alarm_since: alarmSince ?? null, mailed_at: mailedAt ?? null })
        .where('id', '=', BigInt(limit.id))
        .execute();
      await keep(transaction, event, at);
      if (isMailed) await this.#mail(transaction, limit, net, at);
    });
    if (isMailed) outbox.wake();
    this.#calmSince.delete(limit.id);
    limits.noteAlarm({ ...limit, alarmSince, mailedAt });
    log.warn(
      { exposure: event },
      `the net exposure in ${limit.name} is ${change === 'raised' ? 'above' : 'back below'} its limit`,
    );
  }

  async #mail(db: Transaction<Tables>, limit: ExposureLimit, net: Money | undefined, at: Date): Promise<void> {
    const { rows } = await sql<{ email: string }>`select distinct email from staff
      where email is not null and disabled_at is null and password_hash is not null and roles && ${TOLD}::text[]
      order by email limit ${MOST_MAILS}`.execute(db);
    for (const { email } of rows)
      await this.#deps.outbox.put(db, {
        channel: 'mail',
        to: email,
        template: 'exposure_alarm',
        // Accounts of staff have no language.
        language: 'en',
        params: { exposure: limit.name, net: dollarsText(net), limit: dollarsText(limit.limit), at: utcMinute(at) },
      });
  }
}

function dollarsText(amount: Money | undefined): string {
  return `${amount === undefined ? '–' : formatMoney(amount, 2)} USD`;
}

/** Adds an event and drops the oldest ones. */
async function keep(db: Transaction<Tables>, event: ExposureEvent, at: Date): Promise<void> {
  const { id } = await db
    .insertInto('exposure_events')
    .values({ at, body: JSON.stringify(event) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .deleteFrom('exposure_events')
    .where('id', '<=', id - BigInt(EVENTS_KEPT))
    .execute();
}

/** The nets of real accounts: zero without positions, undefined without a price. */
function netsOf(figures: ExposureFigures): ((scope: LimitScope, name: string) => Net) | undefined {
  const instruments = figures.byInstrument('real');
  const currencies = figures.byCurrency('real');
  if (instruments === undefined || currencies === undefined) return undefined;
  const byCode = new Map(
    instruments.map(({ instrument, value }) => [instrument?.code ?? '', value?.exposure.dollars.net] as const),
  );
  const byCurrency = new Map(currencies.map(([name, { dollars }]) => [name, dollars.net] as const));
  const missing = new Set(
    instruments.flatMap(({ instrument, value }) =>
      instrument === undefined || value !== undefined ? [] : [instrument.baseCurrency, instrument.quoteCurrency],
    ),
  );
  const zero = 0n as Money;
  return (scope, name) => {
    if (scope === 'instrument') return { net: byCode.has(name) ? byCode.get(name) : zero };
    return { net: missing.has(name) ? undefined : (byCurrency.get(name) ?? zero) };
  };
}
