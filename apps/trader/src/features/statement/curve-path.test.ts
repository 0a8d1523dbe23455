import { describe, expect, it } from 'vitest';
import { boxOf, linePath, stepPath } from './curve-path.ts';

const BOX = { from: 0, to: 100, low: 0, high: 10, width: 200, height: 50 };

describe('a curve', () => {
  it('has steps if a value holds until the next one', () => {
    expect(
      stepPath(
        [
          { time: 0, value: 2 },
          { time: 50, value: 8 },
        ],
        BOX,
      ),
    ).toBe('M0 40H100V10H200');
    expect(stepPath([], BOX)).toBe('');
  });

  it('connects known values and breaks at an unknown one', () => {
    expect(
      linePath(
        [
          { time: 0, value: 0 },
          { time: 50, value: 10 },
          { time: 60, value: undefined },
          { time: 75, value: 5 },
          { time: 100, value: 5 },
        ],
        BOX,
      ),
    ).toBe('M0 50h0L100 0M150 25h0L200 25');
  });

  it('has a box with margins above and below, even if nothing changed', () => {
    expect(boxOf([[{ time: 5, value: undefined }], []], 10, 10)).toBeUndefined();
    const box = boxOf(
      [
        [
          { time: 5, value: 100_000 },
          { time: 9, value: 100_000 },
        ],
      ],
      10,
      10,
    );
    expect(box).toMatchObject({ from: 5, to: 9 });
    expect(linePath([{ time: 5, value: 100_000 }], box ?? BOX)).toBe('M0 5h0');
  });
});
