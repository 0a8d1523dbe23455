import type { Copy, DeedResult } from '../index.ts';
import { AuditJournal, type CopiedCommand } from './audit-journal.ts';
import { auditLeft, auditOrder } from './audit-left.ts';
import { CopyDisagreement, must } from './disagreement.ts';
import type { StoredCopy, StoredDeed } from './sim-store.ts';
import { INSTRUMENTS, type World } from './world.ts';

const ONE = 100_000_000n;

/** Compares everything that copying did with the journal, by arithmetic of its own. */
export function audit(world: World): void {
  const journal = new AuditJournal(world);
  auditDeeds(world, journal);
  const commands = new Map<string, CopiedCommand[]>();
  for (const command of journal.commands) {
    const name = nameOf(command.account, command.type, command.order);
    commands.set(name, [...(commands.get(name) ?? []), command]);
  }
  for (const deed of world.store.deeds)
    for (const [id, result] of deed.results) auditResult(journal, deed, world.store.copies.get(id)!, result, commands);
  auditRest(world, commands);
  auditMargins(world, journal);
  for (const stored of world.store.copies.values()) auditFees(journal, stored);
  auditTurns(world);
  auditLeft(world);
  auditOrder(world);
  for (const account of [...world.leaders, ...world.copiers])
    must(
      world.shardOf(account).account(account)?.cash === (journal.cash.get(account) ?? 0n),
      () => `cash of ${account}`,
    );
}

function nameOf(account: number, type: string, order: number): string {
  return `${account} ${type} ${order}`;
}

/** Every event of a leader is one deed, and every deed has one result for each copy that followed then. */
function auditDeeds({ store }: World, journal: AuditJournal): void {
  const stored = new Map<string, StoredDeed[]>();
  for (const deed of store.deeds) {
    const row = `${deed.deed.shard}:${deed.deed.seq}`;
    stored.set(row, [...(stored.get(row) ?? []), deed]);
  }
  must(stored.size === journal.deeds.size, () => `${stored.size} rows have deeds, expected ${journal.deeds.size}`);
  for (const [row, expected] of journal.deeds) {
    const deeds = stored.get(row) ?? [];
    must(deeds.length === expected.length, () => `row ${row} has ${deeds.length} deeds, expected ${expected.length}`);
    for (const [index, { order, kind, lots, before }] of expected.entries()) {
      const { deed, results } = deeds[index]!;
      const { change } = deed;
      must(deed.order === order && change.type === kind, () => `row ${row} has another deed ${index}`);
      if (change.type !== 'stops') must(change.lots === lots, () => `row ${row} has other lots`);
      if (change.type === 'close') must(change.before === before, () => `row ${row} has other lots before`);
      const following = [...store.copies.values()].filter(
        ({ copy, shard, until }) =>
          copy.leader === deed.leader &&
          shard === deed.shard &&
          copy.since < deed.seq &&
          (until === undefined || deed.seq <= until),
      );
      must(
        following.length === results.size && following.every(({ copy }) => results.has(copy.id)),
        () => `deed ${index} of row ${row} has ${results.size} results for ${following.length} copies`,
      );
    }
  }
}

const COMMAND_OF = { open: 'placeOrder', close: 'closePosition', stops: 'setStops' } as const;

function auditResult(
  journal: AuditJournal,
  deed: StoredDeed,
  stored: StoredCopy,
  result: DeedResult,
  commands: Map<string, CopiedCommand[]>,
): void {
  const { change } = deed.deed;
  const where = `deed ${deed.number} of copy ${stored.copy.id}`;
  if (result.type === 'skipped') return auditSkip(journal, deed, stored, result, where);
  const name = nameOf(stored.copy.copier, COMMAND_OF[change.type], result.order);
  const [command, ...others] = commands.get(name) ?? [];
  must(command !== undefined, () => `${where} names an order that the journal does not have`);
  commands.set(name, others);
  if (change.type === 'open') auditOpening(journal, deed, result.order, where);
  if (change.type === 'close') auditClosing(deed, command!, where);
}

function auditOpening(journal: AuditJournal, { deed, under }: StoredDeed, opened: number, where: string): void {
  const { change } = deed;
  const order = journal.orders.get(opened)!;
  const copy = [...under.values()].find(({ copier }) => copier === order.account);
  if (change.type !== 'open' || copy === undefined) throw new CopyDisagreement(`${where} was never asked`);
  // A part that was closed since has taken some of the lots along.
  const lots = order.lots + (journal.closedParts.get(opened) ?? 0n);
  must(copy.state === 'active', () => `${where} was opened by a copy that is ${copy.state}`);
  const { terms } = copy;
  const step = stepOf(deed.instrument);
  const exact = change.lots * terms.allocation * terms.multiple;
  const scale = change.equity * ONE;
  must(lots % step === 0n && lots * scale <= exact && (lots + step) * scale > exact, () => `${where} has ${lots} lots`);
  must(order.side === deed.side && order.instrument === deed.instrument, () => `${where} has another side`);
  must(order.leverage <= change.leverage && order.leverage <= (terms.maxLeverage ?? 1e9), () => `${where}: leverage`);
  const worse = order.side === 'buy' ? order.price - change.price : change.price - order.price;
  must(worse * ONE <= change.price * terms.maxSlippage, () => `${where} was filled beyond its slippage`);
}

function auditClosing({ deed: { change, instrument } }: StoredDeed, command: CopiedCommand, where: string): void {
  if (change.type !== 'close') return;
  const { held, lots, closedPart } = command;
  if (change.lots === change.before) return must(!closedPart && held === lots, () => `${where} left something open`);
  const { lotStep, minLots } = INSTRUMENTS.find(({ id }) => id === instrument)!;
  must(closedPart && lots * change.before <= held * change.lots, () => `${where} closed ${lots} of ${held}`);
  const more = lots + lotStep;
  must(
    more * change.before > held * change.lots || held - more < minLots,
    () => `${where} closed only ${lots} of ${held}`,
  );
}

function auditSkip(
  journal: AuditJournal,
  { deed, under }: StoredDeed,
  { copy, orders }: StoredCopy,
  { reason }: Extract<DeedResult, { type: 'skipped' }>,
  where: string,
): void {
  const asked = under.get(copy.id);
  if (asked === undefined) throw new CopyDisagreement(`${where} was skipped unasked`);
  const { change } = deed;
  const isOpening = change.type === 'open';
  const own = orders.get(deed.order);
  if (reason === 'paused') must(isOpening && asked.state === 'paused', () => `${where} was not paused`);
  if (reason === 'not_held') must(!isOpening && orders.has(deed.order) && own === undefined, () => `${where} was held`);
  if (reason === 'not_followed')
    must(
      !orders.has(deed.order) || own === undefined || asked.state === 'ended' || isOpening,
      () => `${where} was followed`,
    );
  if (reason === 'already_closed')
    must(own !== undefined && journal.orders.get(own)?.profit !== undefined, () => `${where} was still open`);
  if (reason === 'below_minimum' && isOpening) must(isTooSmall(asked, deed), () => `${where} was large enough`);
}

function isTooSmall({ terms }: Copy, { change, instrument }: StoredDeed['deed']): boolean {
  if (change.type !== 'open') return false;
  const { minLots } = INSTRUMENTS.find(({ id }) => id === instrument)!;
  return change.equity <= 0n || change.lots * terms.allocation * terms.multiple < minLots * change.equity * ONE;
}

function stepOf(instrument: number): bigint {
  return INSTRUMENTS.find(({ id }) => id === instrument)!.lotStep;
}

/** Commands that no deed has caused must be the closes of copies that ended. */
function auditRest({ store }: World, commands: ReadonlyMap<string, readonly CopiedCommand[]>): void {
  const ending = new Set<number>();
  for (const { copy, orders } of store.copies.values())
    if (copy.state === 'ended' || copy.state === 'stopping')
      for (const order of orders.values()) if (order !== undefined) ending.add(order);
  for (const left of commands.values())
    for (const { type, order, closedPart, account } of left)
      must(
        type === 'closePosition' && !closedPart && ending.has(order),
        () => `${type} of order ${order} of account ${account} belongs to no deed`,
      );
}

/** No opening brings the margin of a copy above its allocation. */
function auditMargins({ store }: World, journal: AuditJournal): void {
  const copyOf = new Map<number, number>();
  const allocations = new Map<number, bigint>();
  for (const { copy, orders } of store.copies.values())
    for (const order of orders.values()) if (order !== undefined) copyOf.set(order, copy.id);
  for (const { deed, results, under } of store.deeds)
    for (const [id, result] of deed.change.type === 'open' ? results : [])
      if (result.type === 'done') allocations.set(result.order, under.get(id)?.terms.allocation ?? 0n);
  for (const { order, margins } of journal.openings) {
    const copy = copyOf.get(order);
    if (copy === undefined) continue;
    let bound = 0n;
    for (const [other, margin] of margins) if (copyOf.get(other) === copy) bound += margin;
    must(
      bound <= allocations.get(order)!,
      () => `order ${order} binds ${bound}, more than ${allocations.get(order)} of copy ${copy}`,
    );
  }
}

/** Fees are shares of new highs of the closed results, and the leader gets exactly what the copier paid. */
function auditFees(journal: AuditJournal, { copy, orders, charges, feePercent }: StoredCopy): void {
  const own = new Set(orders.values());
  const heights = new Set([0n]);
  let realised = 0n;
  for (const { order: id } of journal.closings) {
    const order = journal.orders.get(id)!;
    if (!own.has(order.whole ?? id)) continue;
    realised += order.profit! - order.fee;
    heights.add(realised);
  }
  let peak = 0n;
  let paid = 0n;
  let wasShort = false;
  for (const [index, charge] of charges.entries()) {
    const where = `charge ${index} of copy ${copy.id}`;
    must(heights.has(charge.realised), () => `${where} is of a result that never was`);
    const taken = journal.fees.get(`chargeCopyFee ${copy.copier} ${charge.key}`) ?? 0n;
    const given = journal.fees.get(`payCopyFee ${copy.leader} ${charge.key}`) ?? 0n;
    must(taken === given && charge.paid, () => `${where} took ${taken} and gave ${given}`);
    must(taken === charge.taken, () => `${where} is said to have taken ${charge.taken}, not ${taken}`);
    const high = charge.realised > peak ? charge.realised : peak;
    if (!wasShort) must(charge.due * 100n <= (high - peak) * BigInt(feePercent), () => `${where} is of no new profit`);
    if (!wasShort) must((charge.due + 1n) * 100n > (high - peak) * BigInt(feePercent), () => `${where} is too small`);
    wasShort ||= taken < charge.due;
    peak = high;
    paid += taken;
    must(paid * 100n <= peak * BigInt(feePercent), () => `${where} brings the fees above the share`);
  }
}

/** A copy that shares its leader with two others at least is not asked first more often than in this share of the deeds. */
const MOST_FIRSTS = 0.75;
const FEWEST_DEEDS = 16;

/** The first place changes, so that no copier is always last. */
function auditTurns({ store }: World): void {
  const turns = new Map<number, { firsts: number; all: number }>();
  for (const { copies, asked, isDisturbed } of store.deeds) {
    // A copy that was left is asked last.
    if (copies.length < 3 || asked.length === 0 || isDisturbed) continue;
    for (const { id } of copies) {
      const turn = turns.get(id) ?? { firsts: 0, all: 0 };
      turns.set(id, { firsts: turn.firsts + (asked[0] === id ? 1 : 0), all: turn.all + 1 });
    }
  }
  for (const [id, { firsts, all }] of turns)
    must(
      all < FEWEST_DEEDS || firsts <= all * MOST_FIRSTS,
      () => `copy ${id} comes first in ${firsts} of ${all} deeds`,
    );
}
