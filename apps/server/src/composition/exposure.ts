import type { ClientGroups } from '../features/groups/groups.ts';
import { ExposureAlarms } from '../features/office/exposure/alarms.ts';
import { ExposureFigures, type InstrumentExposure } from '../features/office/exposure/figures.ts';
import { ExposureLimits } from '../features/office/exposure/limits.ts';
import { registerExposure } from '../features/office/exposure/routes.ts';
import type { Outbox } from '../messages/outbox.ts';
import type { FeatureDeps } from './deps.ts';
import { openRereading } from './rereading.ts';

/** Builds the exposure of the house, its limits and metrics. Starts its alarms. */
export async function openExposure(
  deps: FeatureDeps,
  { outbox, groups }: { readonly outbox: Outbox; readonly groups: Pick<ClientGroups, 'nameOf'> },
): Promise<ExposureAlarms> {
  const { staffCalls, queues, database, market, trading, proposals, metrics, clock, log, duties } = deps;
  const figures = new ExposureFigures(trading, market);
  const db = database.kysely;
  const limits: ExposureLimits = new ExposureLimits({ db, market, proposals, behind: () => again.unsure() });
  const again = openRereading('limits of the exposure', () => limits.reread(), deps);
  const alarms = new ExposureAlarms({ figures, limits, outbox, clock, log });
  registerExposure(staffCalls, { db, figures, limits, groupName: (group) => groups.nameOf(group) });
  queues.add('exposure_alarms', () =>
    Promise.resolve({ waiting: alarms.on.length, oldestAt: alarms.on[0]?.alarmSince }),
  );
  metrics.gauge('exposure_alarms', 'Limits of the net exposure whose alarm is on.', () => alarms.on.length);
  const gauges = (name: string, help: string, of: (row: InstrumentExposure) => number | undefined): void =>
    metrics.gauges(name, help, 'instrument', () =>
      Object.fromEntries(
        (figures.byInstrument('real') ?? []).flatMap((row) => {
          const [code, figure] = [row.instrument?.code, of(row)];
          return code === undefined || figure === undefined ? [] : [[code, figure]];
        }),
      ),
    );
  gauges(
    'exposure_net_usd',
    'Open positions of real clients, long minus short, at current quotes. Above zero the house loses when the price rises.',
    ({ value }) => dollars(value?.exposure.dollars.net),
  );
  gauges('clients_profit_usd', 'Floating profit of real clients at current quotes.', ({ value }) =>
    dollars(value?.profit),
  );
  gauges('exposure_positions', 'Open positions of real clients.', ({ holdings }) => holdings.positions);
  await duties.start('alarms of the exposure', alarms);
  return alarms;
}

function dollars(amount: bigint | undefined): number | undefined {
  return amount === undefined ? undefined : Number(amount) / 1_000_000;
}
