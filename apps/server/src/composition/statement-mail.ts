import { StatementMailJob } from '../features/statement-mail/job.ts';
import { StatementMailQueries } from '../features/statement-mail/queries.ts';
import { registerStatementMail } from '../features/statement-mail/routes.ts';
import type { Outbox } from '../messages/outbox.ts';
import type { FeatureDeps } from './deps.ts';
import type { Part } from './lifecycle.ts';

/** Builds the mails about daily statements. Returns the job that plans them. `pages`: the origin of the pages. */
export function openStatementMail(
  { app, calls, database, market, secrets, limits, clock, config, log }: FeatureDeps,
  { outbox, pages }: { readonly outbox: Outbox; readonly pages: () => string },
): Part {
  const queries = new StatementMailQueries(database.kysely);
  registerStatementMail(calls, app, { queries, secrets, networks: limits.networks, clock });
  return new StatementMailJob({
    queries,
    outbox,
    secrets,
    now: () => market.now(),
    origins: () => ({ pages: pages(), calls: config.separateApi?.apiOrigin ?? pages() }),
    log,
  });
}
