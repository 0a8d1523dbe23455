import type { Money } from '@fairlot/domain';
import type { WithdrawalMoved } from '@fairlot/engine';

/** The SQL that stores a held withdrawal, or removes one that ended. */
export function withdrawalStatement(event: WithdrawalMoved, shard: number): string {
  const { withdrawal, account, amount, fee }: { withdrawal: number; account: number; amount: Money; fee: Money } =
    event;
  if (event.type !== 'withdrawalHeld')
    return `delete from withdrawals_held where shard = ${shard} and id = ${withdrawal};`;
  return `insert into withdrawals_held (id, shard, account, amount, fee) values (${withdrawal}, ${shard}, ${account}, ${amount}, ${fee});`;
}
