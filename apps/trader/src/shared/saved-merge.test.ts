import { describe, expect, it } from 'vitest';
import { answered, changed, mergeSaved } from './saved-merge.ts';
import type { Entry } from './saved-merge.ts';

const entry = (value: unknown, changedAt: number, sent = true): Entry => ({ value, changedAt, sent });

describe('what is saved on a device and on the server', () => {
  it('comes together by the later change, and what the server lacks is sent', () => {
    const own = { favourites: entry([1], 100, false), chart: entry('old', 50), layout: entry('mine', 70, false) };
    const server = { favourites: entry([2], 90), chart: entry('new', 60), drawings: entry('theirs', 10) };
    const { keep, send } = mergeSaved(own, server, {});
    expect(keep).toEqual({ favourites: own.favourites, chart: server.chart, layout: own.layout, drawings: server.drawings });
    expect([...send].sort()).toEqual(['favourites', 'layout']);
  });

  it('fills gaps with what a visitor chose, and replaces nothing by it', () => {
    const visitors = { favourites: entry([7], 900, false), chart: entry('visitor', 900, false), layout: entry('visitor', 900, false) };
    const { keep, send } = mergeSaved({ chart: entry('own', 10) }, { layout: entry('server', 10) }, visitors);
    expect(keep).toEqual({ favourites: visitors.favourites, chart: entry('own', 10), layout: entry('server', 10) });
    expect(send).toEqual(['favourites']);
  });

  it('keeps the same object for the same value', () => {
    const value = { lines: [1, 2] };
    const { keep } = mergeSaved({ chart: entry(value, 10, false) }, { chart: entry({ lines: [1, 2] }, 20) }, {});
    expect(keep['chart']?.value).toBe(value);
    expect(keep['chart']).toMatchObject({ changedAt: 20, sent: true });
  });
});

describe('a change', () => {
  it('is later than what the device has seen, even with a slow clock', () => {
    expect(changed(entry('a', 5000), 'b', 10)).toEqual({ value: 'b', changedAt: 5001, sent: false });
    expect(changed(undefined, 'b', 10).changedAt).toBe(10);
  });

  it('that is answered is the server’s, unless another one came meanwhile', () => {
    const sent = entry('b', 20, false);
    expect(answered(sent, sent, entry('b', 15))).toEqual({ value: 'b', changedAt: 15, sent: true });
    expect(answered(sent, sent, entry('another device’s', 30))).toEqual(entry('another device’s', 30));
    const newer = entry('c', 21, false);
    expect(answered(newer, sent, entry('another device’s', 30))).toEqual({ value: 'c', changedAt: 31, sent: false });
  });
});
