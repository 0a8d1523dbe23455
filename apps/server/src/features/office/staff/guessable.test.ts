import { describe, expect, it } from 'vitest';
import { isEasilyGuessed } from './guessable.ts';

describe('isEasilyGuessed', () => {
  it.each([
    'password1234',
    'Password!!!!',
    'qwertyuiop12',
    '123456789012',
    'abcdefghijkl',
    'aaaaaaaaaaaa',
    'abababababab',
    'abc123abc123',
    'vera.keller1',
    'veraveravera',
    'correcthorsebatterystaple',
    'fairlotoffice',
    'Administrator1',
    'welcome2026!',
    'Liverpool#2026',
    'butterflybutterfly',
    'Ch0c0late!2026',
    '2026-11-20-12',
  ])('finds %s', (password) => {
    expect(isEasilyGuessed(password, 'vera.keller')).toBe(true);
  });

  it.each([
    'harbour lantern mosaic',
    'Zt7#qLw0!mVx',
    'nine grey herons wade',
    'Fahrradklingel-Mittwoch',
    '雲の上の灯台と静かな海辺',
  ])('accepts %s', (password) => {
    expect(isEasilyGuessed(password, 'vera.keller')).toBe(false);
  });
});
