import { expect, it } from 'vitest';
import { maskedPerson } from './masked-person.ts';

const email = (address: string): string => maskedPerson({ email: address, mobile: null });

it('leaves first letters, and the ending of a domain', () => {
  expect(email('anna.berg@example.com')).toBe('a***@e***.com');
  expect(email('a@b.co.uk')).toBe('a***@b***.uk');
  expect(email('𝒜b@mail.example.org')).toBe('𝒜***@m***.org');
});

it('leaves the beginning and the last two digits of a number', () => {
  expect(maskedPerson({ email: null, mobile: '+491701234578' })).toBe('+49***78');
});

it('shows nothing of an erased or unusual address', () => {
  expect([maskedPerson({ email: null, mobile: null }), email('@'), email('x@local')]).toEqual(['***', '***', '***']);
});
