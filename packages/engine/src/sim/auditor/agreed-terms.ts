import { type Instrument, type Markup, termsVersion } from '@fairlot/domain';
import type { Outcome } from '../../index.ts';
import type { AuditedOrder, Distance } from './books.ts';
import { decimal } from './exact.ts';
import type { Ledger } from './ledger.ts';
import { no } from './outcomes.ts';

/** The version of an instrument's terms for an account. */
export function seenTerms(ledger: Ledger, account: number, terms: Instrument): string {
  return versionAt(ledger, account, terms, ledger.own(account, terms.id).markup);
}

/** The version of the terms that an order has at this moment: its account's, with the distance it was placed at. */
export function agreedTerms(ledger: Ledger, { account, instrument, off }: AuditedOrder): string {
  return versionAt(ledger, account, ledger.terms(instrument), off);
}

/** Refuses an order under other terms than its trader saw, with the present figures. */
export function changedTerms(
  ledger: Ledger,
  account: number,
  terms: Instrument,
  seen: string | undefined,
  margin: bigint,
  fee: bigint,
): Outcome | undefined {
  const version = seenTerms(ledger, account, terms);
  const swap = ledger.own(account, terms.id).swap ?? terms.swap;
  if (seen === undefined || seen === version) return undefined;
  return no('terms_changed', {
    terms: version,
    margin: decimal(margin, 6),
    fee: decimal(fee, 6),
    swapLong: decimal(swap.long, 8),
    swapShort: decimal(swap.short, 8),
    stopOut: `${ledger.stopOutPercent(account)}`,
  });
}

function versionAt(ledger: Ledger, account: number, terms: Instrument, markup: Distance | undefined): string {
  const { commission, tiers, guarantee, swap = terms.swap } = ledger.own(account, terms.id);
  const rules = { ...ledger.rules, stopOutPercent: ledger.stopOutPercent(account) };
  const isMarked = markup !== undefined && markup.bid + markup.ask > 0n;
  return termsVersion({ ...terms, swap }, rules, {
    commission,
    tiers,
    guarantee,
    hedged: ledger.hedgedMargin(account),
    ...(isMarked && { markup: markup as Markup }),
  });
}
