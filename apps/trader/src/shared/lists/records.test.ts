import { describe, expect, it } from 'vitest';
import { recordsOf } from './records.ts';

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
