import type { FIRST_STEPS } from '@fairlot/contract';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { ReadBackups } from '../../../platform/backup-state.ts';

type FirstStep = (typeof FIRST_STEPS)[number];

/** Facts about the configuration that decide which steps are done. */
export interface HouseFacts {
  /** True when mail is sent. */
  readonly sendsMail: boolean;
  /** True when the market is real, or the operator has said that money is play money. */
  readonly isMoneySaid: boolean;
  readonly backups: ReadBackups | undefined;
}

/** The steps of a new house that are not done yet, in their order. */
export async function openFirstSteps(kysely: Kysely<Tables>, facts: HouseFacts): Promise<readonly FirstStep[]> {
  const { rows } = await sql<{ administrators: number; pays: boolean }>`
    select (select count(*)::integer from staff
        where 'administrator' = any(roles) and password_hash is not null and disabled_at is null) as administrators,
      exists (select from charge_networks where enabled) or exists (select from receiving_accounts where enabled) as pays`.execute(
    kysely,
  );
  const [{ administrators, pays } = { administrators: 0, pays: false }] = rows;
  const backups = facts.backups?.();
  const open: readonly (readonly [FirstStep, boolean])[] = [
    ['second_administrator', administrators < 2],
    ['mail_sender', !facts.sendsMail],
    ['payment_terms', !pays],
    ['simulated_market', !facts.isMoneySaid],
    ['backups', backups !== undefined && backups.lastGoodAt === undefined],
  ];
  return open.filter(([, isOpen]) => isOpen).map(([step]) => step);
}
