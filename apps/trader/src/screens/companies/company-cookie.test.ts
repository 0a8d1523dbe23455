import { expect, it } from 'vitest';
import { chosenCompany, companyCookie } from './company-cookie.ts';

it('stores the chosen company for three years', () => {
  expect(companyCookie(7, true)).toBe('company_id=7; path=/; max-age=94608000; samesite=lax; secure');
  expect(companyCookie(7, false)).not.toContain('secure');
});

it('finds the company among other cookies and accepts only numbers', () => {
  expect(chosenCompany('lang=en; company_id=12; x=y')).toBe(12);
  for (const other of ['', 'company_id=', 'company_id=0', 'company_id=1;2', 'my_company_id=3', 'company_id=abc']) {
    expect(chosenCompany(other)).toBe(other === 'company_id=1;2' ? 1 : undefined);
  }
});
