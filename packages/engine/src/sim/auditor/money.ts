import type {
  Adjust,
  ChargeCopyFee,
  ChargeSwap,
  Deposit,
  HoldWithdrawal,
  OpenAccount,
  Outcome,
  PayCopyFee,
  PayWithdrawal,
  ReleaseWithdrawal,
  ResetDemo,
  RetireAccount,
  Reward,
} from '../../index.ts';
import { coverDebt } from './cover.ts';
import { decimal } from './exact.ts';
import { isGroup } from './groups.ts';
import type { Ledger } from './ledger.ts';
import { payOwedSwaps, payRollovers } from './swaps.ts';
import { OK, no } from './outcomes.ts';
import { close } from './trading.ts';
import { cancel } from './waiting.ts';

export function openAccount(ledger: Ledger, { account, kind, group }: OpenAccount): Outcome {
  if (ledger.books.accounts.has(account)) return no('account_exists');
  const usual = kind === 'real' ? 1 : 2;
  const own = group === usual ? undefined : group;
  if (own !== undefined && !isGroup(ledger, own)) return no('unknown_group');
  ledger.books.accounts.set(account, kind);
  if (own !== undefined) ledger.books.moved.set(account, own);
  ledger.say(`account ${account} ${kind}${own === undefined ? '' : ` in ${own}`}`);
  if (kind === 'demo') ledger.pay('demoFunding', 'house.demoIssuance', `${account}.cash`, ledger.rules.demoFunds);
  return OK;
}

export function deposit(ledger: Ledger, { account, amount, reference }: Deposit): Outcome {
  if (!ledger.books.accounts.has(account)) return no('unknown_account');
  ledger.pay('deposit', 'house.depositsClearing', `${account}.cash`, amount, reference, ledger.worth(account));
  ledger.touched.add(account);
  return OK;
}

export function adjust(ledger: Ledger, { account, amount, memo, returns, reference }: Adjust): Outcome {
  if (!ledger.books.accounts.has(account)) return no('unknown_account');
  const house = returns === undefined ? 'adjustments' : `${returns}sClearing`;
  const about = reference === undefined ? memo : `${reference} ${memo}`;
  ledger.payResult('adjustment', house, account, amount, about, ledger.worth(account));
  ledger.touched.add(account);
  coverDebt(ledger, account);
  return OK;
}

function reward(ledger: Ledger, { account, amount, memo, reference }: Reward): Outcome {
  const kind = ledger.books.accounts.get(account);
  if (kind === undefined) return no('unknown_account');
  if (kind === 'demo') return no('real_account_required');
  ledger.payResult('reward', 'rewards', account, amount, `${reference} ${memo}`, ledger.worth(account));
  ledger.touched.add(account);
  return OK;
}

/** A reward, or the fee of a copy. */
export function settleWithHouse(ledger: Ledger, command: Reward | ChargeCopyFee | PayCopyFee): Outcome {
  return command.type === 'reward' ? reward(ledger, command) : moveFee(ledger, command);
}

/** A charge takes what is neither in debt, nor bound, nor a floating profit. */
function moveFee(ledger: Ledger, command: ChargeCopyFee | PayCopyFee): Outcome {
  const { type, account, amount, memo, reference } = command;
  if (!ledger.books.accounts.has(account)) return no('unknown_account');
  const payable = payableOf(ledger, account);
  const isCharge = type === 'chargeCopyFee';
  if (isCharge && payable === 0n) return no('insufficient_balance', { available: decimal(0n, 6) });
  const moved = isCharge && payable < amount ? payable : amount;
  const change = isCharge ? -moved : moved;
  ledger.payResult('copyFee', 'copyFees', account, change, `${reference} ${memo}`, ledger.worth(account));
  ledger.touched.add(account);
  return isCharge ? { ok: true, taken: decimal(moved, 6) } : OK;
}

/** Money that an account could pay out. */
function payableOf(ledger: Ledger, account: number): bigint {
  const cash = ledger.balance(`${account}.cash`);
  const free = ledger.freeMargin(account);
  const lower = cash < free ? cash : free;
  return lower > 0n ? lower : 0n;
}

export function resetDemo(ledger: Ledger, { account }: ResetDemo): Outcome {
  const kind = ledger.books.accounts.get(account);
  if (kind === undefined) return no('unknown_account');
  if (kind === 'real') return no('not_a_demo_account');
  if (isInBurst(ledger, account)) return no('price_in_doubt');
  endEverything(ledger, account);
  ledger.payResult('demoFunding', 'demoIssuance', account, ledger.rules.demoFunds - ledger.balance(`${account}.cash`));
  ledger.touched.add(account);
  return OK;
}

/** Ends everything in a demo account, returns what it owns and strikes it from the books. */
export function retireAccount(ledger: Ledger, { account }: RetireAccount): Outcome {
  const kind = ledger.books.accounts.get(account);
  if (kind === undefined) return no('unknown_account');
  if (kind === 'real') return no('not_a_demo_account');
  if (isInBurst(ledger, account)) return no('price_in_doubt');
  if (ledger.balance(`${account}.withdrawalHold`) !== 0n) return no('withdrawal_exists');
  endEverything(ledger, account);
  ledger.payResult('demoFunding', 'demoIssuance', account, -ledger.balance(`${account}.cash`));
  ledger.say(`retired ${account}`);
  ledger.books.accounts.delete(account);
  ledger.books.paidThrough.delete(account);
  ledger.touched.delete(account);
  ledger.books.review.delete(account);
  return OK;
}

/** True when an order or its conversion waits for the end of a burst. */
function isInBurst(ledger: Ledger, account: number): boolean {
  return ledger
    .ordersOf(account)
    .flatMap(({ instrument }) => [instrument, ledger.terms(instrument).conversion?.instrument ?? instrument])
    .some((id) => ledger.books.bursts.has(id));
}

function endEverything(ledger: Ledger, account: number): void {
  for (const order of ledger.pendingOf(account)) cancel(ledger, order, 'demo_reset');
  payOwedSwaps(ledger, account);
  for (const order of ledger.positionsOf(account)) close(ledger, order, 'demo_reset');
}

export function holdWithdrawal(ledger: Ledger, { account, withdrawal, amount, fee }: HoldWithdrawal): Outcome {
  if (!ledger.books.accounts.has(account)) return no('unknown_account');
  if (ledger.books.withdrawals.has(withdrawal)) return no('withdrawal_exists');
  const available = payableOf(ledger, account);
  if (amount > available) return no('insufficient_balance', { available: decimal(available, 6) });
  ledger.books.withdrawals.set(withdrawal, { account, amount, fee });
  ledger.touched.add(account);
  ledger.say(`withdrawalHeld ${withdrawal} of ${account} ${amount} ${fee}`);
  ledger.pay('reserve', `${account}.cash`, `${account}.withdrawalHold`, amount, withdrawal);
  return OK;
}

export function endWithdrawal(
  ledger: Ledger,
  { type, account, withdrawal }: ReleaseWithdrawal | PayWithdrawal,
): Outcome {
  if (!ledger.books.accounts.has(account)) return no('unknown_account');
  const held = ledger.books.withdrawals.get(withdrawal);
  if (held?.account !== account) return no('withdrawal_not_held');
  const { amount, fee } = held;
  if (type === 'payWithdrawal' && ledger.balance(`${account}.cash`) < 0n) return no('insufficient_balance');
  ledger.books.withdrawals.delete(withdrawal);
  ledger.touched.add(account);
  ledger.say(
    `${type === 'payWithdrawal' ? 'withdrawalPaid' : 'withdrawalReleased'} ${withdrawal} of ${account} ${amount} ${fee}`,
  );
  if (type === 'releaseWithdrawal') {
    ledger.pay('release', `${account}.withdrawalHold`, `${account}.cash`, amount, withdrawal);
    return OK;
  }
  ledger.pay(
    'withdrawal',
    `${account}.withdrawalHold`,
    'house.withdrawalsClearing',
    amount - fee,
    withdrawal,
    ledger.worth(account),
  );
  ledger.pay('withdrawalFee', `${account}.withdrawalHold`, 'house.fees', fee, withdrawal, ledger.worth(account));
  return OK;
}

/** Charges one account for a rollover, and first for those before it that it still owes. */
export function chargeSwap(ledger: Ledger, { account, rolloverTime, weekday }: ChargeSwap): Outcome {
  if (!ledger.books.accounts.has(account)) return no('unknown_account');
  const { rollovers } = ledger.books;
  const before = rollovers.filter(({ time }) => time < rolloverTime);
  const begun = rollovers.find(({ time }) => time === rolloverTime);
  payRollovers(ledger, account, [
    ...before,
    begun ?? { time: rolloverTime, weekday, swaps: new Map(), changed: new Set() },
  ]);
  return OK;
}
