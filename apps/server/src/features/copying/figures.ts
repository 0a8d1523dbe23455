import { type Money, ZERO, asMoney, plus } from '@fairlot/domain';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { committedAccount } from '../../trading/committed-account.ts';
import type { TradingHost } from '../../trading/port.ts';
import type { CopyRow } from './copy-row.ts';
import { floatingOf, heldBy } from './held.ts';
import type { CopyRegistry } from './registry.ts';
import { refreshResults } from './results.ts';

/** A copy with the figures of this moment. */
export interface CopyWithFigures {
  readonly row: CopyRow;
  readonly realised: Money;
  readonly floating: Money;
  readonly margin: Money;
  readonly open: number;
}

export interface FiguresDeps {
  readonly db: Kysely<Tables>;
  readonly registry: CopyRegistry;
  readonly trading: TradingHost;
}

/** Adds the present figures to copies. Closed results are computed again, so that a close is in them at once. */
export async function withFigures(
  { db, registry, trading }: FiguresDeps,
  rows: readonly CopyRow[],
): Promise<readonly CopyWithFigures[]> {
  const alive = rows.filter(({ state }) => state !== 'ended').map(({ id }) => Number(id));
  const fresh = new Map((await refreshResults(db, alive)).map((one) => [one.id, one]));
  return Promise.all(
    rows.map(async (row) => {
      const id = Number(row.id);
      const now = fresh.get(id);
      const view = row.state === 'ended' ? undefined : await committedAccount(trading, Number(row.user_id));
      const held = new Set(view === undefined ? [] : heldBy(registry, { id }, view));
      return {
        row: now === undefined ? row : { ...row, ...now.sums },
        realised: now?.realised ?? asMoney(row.realised),
        floating: view === undefined ? ZERO : floatingOf(registry, { id }, view),
        margin: (view?.positions ?? []).reduce<Money>(
          (sum, { order }) => (held.has(order.id) ? plus(sum, order.margin) : sum),
          ZERO,
        ),
        open: held.size,
      };
    }),
  );
}
