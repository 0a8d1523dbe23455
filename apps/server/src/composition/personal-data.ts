import { DataExport } from '../features/personal-data/data-export.ts';
import { Erasure } from '../features/personal-data/erasure.ts';
import { Retention } from '../features/personal-data/retention.ts';
import { registerPersonalData } from '../features/personal-data/routes.ts';
import type { Auth } from './auth.ts';
import type { FeatureDeps } from './deps.ts';

/** Builds exports, closing, erasure and retention. Start the retention after trading takes commands. */
export function openPersonalData(deps: FeatureDeps, auth: Auth): Retention {
  const { calls, database, secrets, personKeys, notices, settings, config, clock, marketClock, log } = deps;
  const dataExport = new DataExport({
    db: database.kysely,
    reports: database.reports.kysely,
    secrets,
    notices,
    outbox: auth.outbox,
    siteTitle: () => settings.get('site_title'),
    clock,
    log,
  });
  registerPersonalData(calls, {
    owner: auth.ownerCheck,
    dataExport,
    close: (user) => auth.closing.close(user),
  });
  const db = database.trading.kysely;
  const erasure = new Erasure({
    db,
    keys: personKeys,
    sessions: auth.sessions,
    clock,
    recordYears: config.retention.recordYears,
  });
  return new Retention({
    db,
    keys: personKeys,
    erasure,
    closings: auth.closing,
    chatDays: config.retention.chatDays,
    clock,
    isClockOff: () => marketClock.offMs !== undefined,
    log,
  });
}
