import { expect, it } from 'vitest';
import { camelKeys } from './camel-keys.ts';

it('renames the keys of records and nested records, and leaves values alone', () => {
  const record = {
    created_at: '2026-01-05T10:00:00.000Z',
    Seq: 1,
    ShowCode: 'EUR_USD',
    last_3_days: null,
    list: [{ front_pic: '/a' }, 'as_is'],
  };
  expect(camelKeys(record)).toEqual({
    createdAt: '2026-01-05T10:00:00.000Z',
    seq: 1,
    showCode: 'EUR_USD',
    last3Days: null,
    list: [{ frontPic: '/a' }, 'as_is'],
  });
  expect(camelKeys(null)).toBeNull();
});
