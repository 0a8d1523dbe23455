import type { GroupDefinition, GroupRule } from '@fairlot/contract';
import { openDatabase } from '../../src/db/database.ts';
import { verifyShard } from '../../src/trading/verify/verify-shard.ts';
import { silentLog } from './database.ts';
import type { TestServer } from './server.ts';

/** A rule that says nothing but what is given. */
export function ruleOf(scope: GroupRule['scope'], id: number, given: Partial<GroupRule> = {}): GroupRule {
  return {
    scope,
    id,
    markup: null,
    commission: null,
    swap: null,
    max_leverage: null,
    tiers: null,
    offered: null,
    ...given,
  };
}

/** A definition of a group without levels of its own. */
export function groupOf(name: string, rules: readonly GroupRule[] = [], more: Partial<GroupDefinition> = {}) {
  return {
    name,
    note: '',
    stop_out_percent: null,
    margin_call_percent: null,
    rules: [...rules],
    reason: 'agreed in a test',
    ...more,
  };
}

/** The auditor's findings in both shards. */
export async function findings({ databaseUrl }: Pick<TestServer, 'databaseUrl'>): Promise<readonly string[]> {
  const database = await openDatabase({ dataFolder: '', databaseUrl, exclusive: false, log: silentLog });
  const shown = [];
  for (const shard of [0, 1]) shown.push(...(await verifyShard(database.pool, shard)).shown);
  await database.close();
  return shown;
}
