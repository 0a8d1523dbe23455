import type { DatabaseTls } from '../platform/database-tls.ts';
import type { Log } from '../platform/log.ts';

/** Tells the operator at the start how the way to the database is protected. */
export function tellDatabaseTls(tls: DatabaseTls, log: Log): void {
  if (tls === 'off')
    log.warn(
      'the database is on another machine and reached without TLS: everybody on the way reads and changes its data',
    );
  if (tls === 'unverified')
    log.warn(
      'the certificate of the database is not checked: somebody on the way could pass for it; use sslmode=verify-full',
    );
  if (tls === 'verified') log.info('the database is reached by TLS, and its certificate is checked');
}
