import { networkRates } from '../../../../apps/server/src/composition/network-rates.ts';
import { readConfig } from '../../../../apps/server/src/config.ts';
import type { NetworkKind } from '../../../../apps/server/src/http/calls.ts';
import { NEIGHBOURS } from '../../../../apps/server/src/http/network-budgets.ts';
import { NEIGHBOURHOODS } from './networks.ts';

/** Deeds of the honest clients. */
export interface HonestDeeds {
  readonly traders: number;
  readonly orders: number;
  readonly signIns: number;
  readonly messages: number;
}

/** Calls of a kind that the budgets give to all hostile networks together (docs/security.md). */
export function crowdBudget(kind: NetworkKind, seconds: number): number {
  const config = readConfig({});
  if (!config.ok) throw new Error('the default settings are invalid');
  const { perSecond, burst, perDay } = networkRates(config.config.limits)[kind];
  const ofNetwork = Math.min(burst + perSecond * seconds, perDay + (perDay * seconds) / 86_400);
  const networks = NEIGHBOURHOODS.reduce((sum, { length }) => sum + Math.min(length, NEIGHBOURS), 0);
  return Math.ceil(ofNetwork * networks);
}

/**
 * New rows that each table may get: what the budgets give to the crowd, and what the honest clients do. A table that is
 * not here may not grow.
 */
export function tableLimits(seconds: number, honest: HonestDeeds, members: number): Readonly<Record<string, number>> {
  const of = (kind: NetworkKind) => crowdBudget(kind, seconds);
  const demos = of('newDemo') + honest.traders;
  const people = demos + members;
  const commands = of('demoCommand') + honest.orders;
  // Opening an account is a command, and the engine has its own: swaps, marks, bursts.
  const journal = commands + people + Math.ceil(seconds);
  const days = 1 + Math.ceil(seconds / 86_400);
  return {
    users: demos,
    accounts: people,
    sessions: people + honest.signIns,
    journal,
    key_marks: journal,
    markets: journal,
    orders: commands,
    // Of an order: its margin, its result, its commission and swap.
    transfers: 4 * commands + 2 * people,
    order_days: people * days,
    transfer_days: people * days * 4,
    trade_days: people * days * 12,
    house_days: days * 40,
    // One a day, and one after so many rows.
    checkpoints: days + journal / 100_000,
    kept_answers: commands + of('record') + of('message') + of('code') + honest.messages + 2 * honest.signIns,
    price_alerts: Math.min(of('record'), 50 * demos),
    workspace_sections: of('record'),
    trade_notes: of('record'),
    trade_tags: 10 * of('record'),
    support_messages: of('message') + honest.messages,
    support_conversations: demos,
    feedback: of('message'),
    sent_codes: of('code'),
    outbox: of('code') + honest.signIns,
    security_events: of('signIn') + 2 * honest.signIns,
    // A message about a new device has a link.
    freeze_links: honest.signIns,
  };
}
