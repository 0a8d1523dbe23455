import { describe, expect, it } from 'vitest';
import { listOfType } from './order-list.ts';

describe('listOfType', () => {
  it('reads the status number of the address', () => {
    expect(['1', '0', '3'].map(listOfType)).toEqual(['holding', 'pending', 'history']);
  });
  it('returns undefined for any other value', () => {
    expect([null, '', '2', 'x'].map(listOfType)).toEqual([undefined, undefined, undefined, undefined]);
  });
});
