import { expect, it } from 'vitest';
import { Sha256 } from './sha256.ts';

it.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
  ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
])('gives the published digest (%#)', (text, digest) => {
  expect(new Sha256().update(text).digest()).toBe(digest);
});

it('hashes a text in pieces as UTF-8', () => {
  const whole = new Sha256().update('Kurs: 1,08 € — 価格 😀').digest();
  expect(new Sha256().update('Kurs: 1,08 €').update(' — 価格').update(' 😀').digest()).toBe(whole);
  expect(whole).toBe('57e0d373afb6d52b8e7187397f6717b6eb17d8973e064b028322c665e27eb737');
});
