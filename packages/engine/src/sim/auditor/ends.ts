import { nextDue } from './expiry.ts';
import type { Ledger } from './ledger.ts';
import { OK } from './outcomes.ts';
import { cancel } from './waiting.ts';
import { writeRow } from './watch.ts';

/** Ends at most so many orders whose time is over, and has their owners judged after each row. */
export function endDue(ledger: Ledger, time: number, most: number, judge: (owners: ReadonlySet<number>) => void): void {
  for (let left = most; left > 0;) {
    const due = nextDue(ledger, time, left);
    if (due.length === 0) return;
    left -= due.length;
    writeRow(ledger, `expire ${due.map(({ id }) => id).join(' ')}`, time, () => {
      for (const order of due) cancel(ledger, order, 'expired');
      return OK;
    });
    const owners = new Set(due.map(({ account }) => account));
    for (const account of owners) ledger.books.review.delete(account);
    judge(owners);
  }
}
