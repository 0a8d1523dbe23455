import { describe, expect, it } from 'vitest';
import { recordsOf, withRecord } from './records.ts';

describe('recordsOf', () => {
  it('shows each record once, even if new records shift the pages', () => {
    const pages = {
      pages: [
        { items: [{ id: 5 }, { id: 4 }], total: 4 },
        { items: [{ id: 4 }, { id: 3 }], total: 5 },
      ],
      pageParams: [1, 2],
    };
    expect(recordsOf(pages, ({ id }) => id)).toEqual([{ id: 5 }, { id: 4 }, { id: 3 }]);
    expect(recordsOf(undefined, () => 0)).toEqual([]);
  });
});

describe('withRecord', () => {
  it('replaces a record on its page and leaves the others', () => {
    const pages = {
      pages: [
        { items: [{ id: 5, status: 'review' }], total: 2 },
        { items: [{ id: 4, status: 'paid' }], total: 2 },
      ],
      pageParams: [1, 2],
    };
    const changed = withRecord(pages, { id: 5, status: 'cancelled' });
    expect(changed.pages.map(({ items }) => items)).toEqual([
      [{ id: 5, status: 'cancelled' }],
      [{ id: 4, status: 'paid' }],
    ]);
  });
});
