import type {
  Adjust,
  ChargeSwap,
  Deposit,
  HoldWithdrawal,
  OpenAccount,
  Outcome,
  PayWithdrawal,
  ReleaseWithdrawal,
  ResetDemo,
} from '../../index.ts';
import type { Desk } from './desk.ts';
import { decimal } from './exact.ts';
import { OK, cancel, close, forgive, no } from './trading.ts';

export function openAccount(desk: Desk, { account, kind }: OpenAccount): Outcome {
  if (desk.books.accounts.has(account)) return no('account_exists');
  desk.books.accounts.set(account, kind);
  desk.say(`account ${account} ${kind}`);
  if (kind === 'demo') desk.pay('demoFunding', 'house.demoIssuance', `${account}.cash`, desk.rules.demoFunds);
  return OK;
}

export function deposit(desk: Desk, { account, amount, reference }: Deposit): Outcome {
  if (!desk.books.accounts.has(account)) return no('unknown_account');
  if (amount <= 0n) return no('amount_not_positive');
  desk.pay('deposit', 'house.depositsClearing', `${account}.cash`, amount, reference, desk.worth(account));
  desk.touched.add(account);
  return OK;
}

export function adjust(desk: Desk, { account, amount, memo }: Adjust): Outcome {
  if (!desk.books.accounts.has(account)) return no('unknown_account');
  if (amount === 0n) return no('amount_not_positive');
  desk.payResult('adjustment', 'adjustments', account, amount, memo, desk.worth(account));
  desk.touched.add(account);
  forgive(desk, account);
  return OK;
}

export function resetDemo(desk: Desk, { account }: ResetDemo): Outcome {
  const kind = desk.books.accounts.get(account);
  if (kind === undefined) return no('unknown_account');
  if (kind === 'real') return no('not_a_demo_account');
  for (const ticket of desk.pendingOf(account)) cancel(desk, ticket, 'demo_reset');
  for (const ticket of desk.positionsOf(account)) close(desk, ticket, 'demo_reset');
  desk.payResult('demoFunding', 'demoIssuance', account, desk.rules.demoFunds - desk.balance(`${account}.cash`));
  desk.touched.add(account);
  return OK;
}

export function holdWithdrawal(desk: Desk, { account, withdrawal, amount, fee }: HoldWithdrawal): Outcome {
  if (!desk.books.accounts.has(account)) return no('unknown_account');
  if (amount <= 0n || fee < 0n || amount < fee) return no('amount_not_positive');
  if (desk.books.withdrawals.has(withdrawal)) return no('withdrawal_exists');
  const cash = desk.balance(`${account}.cash`);
  const free = desk.freeMargin(account);
  const lower = cash < free ? cash : free;
  const available = lower > 0n ? lower : 0n;
  if (amount > available) return no('insufficient_balance', { available: decimal(available, 6) });
  desk.books.withdrawals.set(withdrawal, { account, amount, fee });
  desk.touched.add(account);
  desk.say(`withdrawalHeld ${withdrawal} of ${account} ${amount} ${fee}`);
  desk.pay('reserve', `${account}.cash`, `${account}.withdrawalHold`, amount, withdrawal);
  return OK;
}

export function endWithdrawal(desk: Desk, { type, account, withdrawal }: ReleaseWithdrawal | PayWithdrawal): Outcome {
  if (!desk.books.accounts.has(account)) return no('unknown_account');
  const held = desk.books.withdrawals.get(withdrawal);
  if (held?.account !== account) return no('withdrawal_not_held');
  const { amount, fee } = held;
  if (type === 'payWithdrawal' && desk.balance(`${account}.cash`) < 0n) return no('insufficient_balance');
  desk.books.withdrawals.delete(withdrawal);
  desk.touched.add(account);
  desk.say(
    `${type === 'payWithdrawal' ? 'withdrawalPaid' : 'withdrawalReleased'} ${withdrawal} of ${account} ${amount} ${fee}`,
  );
  if (type === 'releaseWithdrawal') {
    desk.pay('release', `${account}.withdrawalHold`, `${account}.cash`, amount, withdrawal);
    return OK;
  }
  desk.pay(
    'withdrawal',
    `${account}.withdrawalHold`,
    'house.withdrawalsClearing',
    amount - fee,
    withdrawal,
    desk.worth(account),
  );
  desk.pay('withdrawalFee', `${account}.withdrawalHold`, 'house.fees', fee, withdrawal, desk.worth(account));
  return OK;
}

export function chargeSwap(desk: Desk, { account, rolloverTime, weekday }: ChargeSwap): Outcome {
  if (!desk.books.accounts.has(account)) return no('unknown_account');
  for (const ticket of desk.positionsOf(account)) {
    if (ticket.openedAt >= rolloverTime) continue;
    const nights = desk.terms(ticket.instrument).swap.tripleWeekday === weekday ? 3 : 1;
    const amount = desk.swap(ticket, nights);
    if (amount === 0n) continue;
    ticket.swap += amount;
    desk.touched.add(account);
    desk.say(`swap of ${ticket.id} of ${account} ${amount} for ${nights}`);
    desk.payResult('swap', 'swap', account, amount, ticket.id);
  }
  return OK;
}
