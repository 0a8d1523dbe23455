import { createTimeFormat } from '@fairlot/client';
import { describe, expect, it } from 'vitest';
import { openingOf, openingTime } from './opening.ts';

/** A Saturday noon; the currencies open on Sunday evening. */
const NOW = Date.UTC(2026, 10, 21, 12);
const OPENS = Date.UTC(2026, 10, 22, 22, 5);

const inZone = (tag: string, zone: string) => openingTime(createTimeFormat(tag, zone), OPENS, NOW);

describe('when a closed market opens', () => {
  it('is the next session of the list', () => {
    expect(openingOf({ isOpen: false, nextSession: OPENS }, NOW)).toBe(OPENS);
    expect(openingOf({ isOpen: false, nextSession: OPENS }, undefined)).toBe(OPENS);
  });

  it('is unknown where no session follows, as after a recording', () => {
    expect(openingOf({ isOpen: false, nextSession: null }, NOW)).toBe('unknown');
  });

  it.each([
    ['the market closed after the list was read', { isOpen: true, nextSession: NOW - 1 }],
    ['it opened and closed again since', { isOpen: false, nextSession: NOW }],
  ])('needs a new list when %s', (_, listed) => {
    expect(openingOf(listed, NOW)).toBe('outdated');
  });
});

describe('the words for the moment', () => {
  it('have the weekday and the time in the zone and the language of the visitor', () => {
    expect(inZone('en', 'UTC')).toBe('Sun 22:05');
    expect(inZone('en', 'Europe/Berlin')).toBe('Sun 23:05');
    expect(inZone('en', 'Europe/Athens')).toBe('Mon 00:05');
    expect(inZone('de', 'Asia/Hong_Kong')).toMatch(/^Mo.* 06:05$/);
    expect(inZone('ar', 'UTC')).toMatch(/^الأحد.*22:05/);
  });

  it('have the date where a weekday could be that of another week', () => {
    const times = createTimeFormat('en', 'UTC');
    expect(openingTime(times, NOW + 6 * 86_400_000 - 1, NOW)).toBe('Fri 11:59');
    expect(openingTime(times, NOW + 6 * 86_400_000, NOW)).toBe('27/11, 12:00');
  });
});
