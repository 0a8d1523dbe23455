import { describe, expect, it } from 'vitest';
import { adopted, answered, changed, mergeSaved } from './saved-merge.ts';
import type { Entry } from './saved-merge.ts';

const entry = (value: unknown, changedAt: number, sent = true): Entry => ({ value, changedAt, sent });

describe('mergeSaved', () => {
  it('keeps the later change of each section and sends those that the server lacks', () => {
    const own = { favourites: entry([1], 100, false), chart: entry('old', 50), layout: entry('mine', 70, false) };
    const server = { favourites: entry([2], 90), chart: entry('new', 60), drawings: entry('theirs', 10) };
    const { keep, send } = mergeSaved(own, server);
    expect(keep).toEqual({
      favourites: own.favourites,
      chart: server.chart,
      layout: own.layout,
      drawings: server.drawings,
    });
    expect([...send].sort()).toEqual(['favourites', 'layout']);
  });

  it("lets a visitor's choice fill gaps but never replace the server's, even if it changed before the first read", () => {
    const visitors = adopted(entry([7], 1_700_000_000_000, false));
    const changedAtOnce = changed(visitors, [7, 8], 1_800_000_000_000, true);
    const { keep, send } = mergeSaved(
      { favourites: changedAtOnce, layout: changedAtOnce },
      { layout: entry('server', 1_600_000_000_000) },
    );
    expect(keep).toEqual({
      favourites: { value: [7, 8], changedAt: 2, sent: false },
      layout: entry('server', 1_600_000_000_000),
    });
    expect(send).toEqual(['favourites']);
  });

  it('keeps the same object for an equal value', () => {
    const value = { lines: [1, 2] };
    const { keep } = mergeSaved({ chart: entry(value, 10, false) }, { chart: entry({ lines: [1, 2] }, 20) });
    expect(keep['chart']?.value).toBe(value);
    expect(keep['chart']).toMatchObject({ changedAt: 20, sent: true });
  });
});

describe('a change', () => {
  it('is later than the state it replaces, even with a slow clock', () => {
    expect(changed(entry('a', 5000), 'b', 10, false)).toEqual({ value: 'b', changedAt: 5001, sent: false });
    expect(changed(undefined, 'b', 10, false).changedAt).toBe(10);
    // The replaced state has a real time, so the clock counts even before the first read.
    expect(changed(entry('a', 5000), 'b', 6000, true).changedAt).toBe(6000);
  });

  it("takes the server's answer, unless there was another change in the meantime", () => {
    const sent = entry('b', 20, false);
    expect(answered(sent, sent, entry('b', 15))).toEqual({ value: 'b', changedAt: 15, sent: true });
    expect(answered(sent, sent, entry('another device’s', 30))).toEqual(entry('another device’s', 30));
    const newer = entry('c', 21, false);
    expect(answered(newer, sent, entry('another device’s', 30))).toEqual({ value: 'c', changedAt: 31, sent: false });
  });
});
