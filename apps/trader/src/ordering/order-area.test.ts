import { describe, expect, it } from 'vitest';
import { areaOfType } from './order-area.ts';

describe('the query of the orders screen', () => {
  it('preselects the area of a status, 1 being holding', () => {
    expect(['1', '0', '3'].map(areaOfType)).toEqual(['holding', 'pending', 'history']);
  });
  it('leaves the area alone when it says nothing known', () => {
    expect([null, '', '2', 'x'].map(areaOfType)).toEqual([undefined, undefined, undefined, undefined]);
  });
});
