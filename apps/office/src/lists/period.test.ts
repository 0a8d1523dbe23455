import { describe, expect, it } from 'vitest';
import { filterInput, periodFilters, startOfDay } from './period.ts';

describe('the period of a list', () => {
  it('is offered where the call takes it', () => {
    expect(periodFilters('staffDeposits').map(({ name }) => name)).toEqual(['from', 'to']);
    expect(periodFilters('officeCategories')).toEqual([]);
  });

  it('begins with its first day and ends after its last one, in the time of the device', () => {
    const filters = periodFilters('auditList');
    expect(filterInput(filters, { from: '2026-03-29', to: '2026-03-29' })).toEqual({
      from: new Date(2026, 2, 29).toISOString(),
      to: new Date(2026, 2, 30).toISOString(),
    });
    expect(filterInput(filters, { from: '', to: '2026-12-31' })).toEqual({ to: new Date(2027, 0, 1).toISOString() });
  });

  it('is of UTC days in a list with a row for each of them', () => {
    const filters = periodFilters('officeHouseResult');
    const days = { first_day: '2026-03-29', last_day: '2026-03-30' };
    expect(filterInput(filters, days)).toEqual(days);
    expect(filterInput(filters, { first_day: '2026-3', last_day: '' })).toEqual({});
  });

  it('leaves out what is not a day', () => {
    expect(startOfDay('2026-3')).toBeUndefined();
    expect(filterInput(periodFilters('auditList'), { from: 'x', to: '' })).toEqual({});
  });
});
