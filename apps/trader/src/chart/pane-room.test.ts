import { describe, expect, it } from 'vitest';
import { paneRoom } from './pane-room.ts';

describe('room for panes under the candles', () => {
  it('is shared by all that are wanted where the chart is high', () => {
    expect(paneRoom(514, 3)).toEqual({ panes: 3, height: 72, legends: true });
    expect(paneRoom(900, 1)).toEqual({ panes: 1, height: 96, legends: true });
  });

  it('goes to fewer of them, and to none at last, so that the candles can be read', () => {
    expect(paneRoom(220, 3)).toEqual({ panes: 2, height: 38, legends: true });
    expect(paneRoom(128, 3)).toEqual({ panes: 0, height: 0, legends: false });
    for (let height = 100; height < 1000; height += 10) {
      const { panes, height: each } = paneRoom(height, 3);
      expect(panes * each).toBeLessThanOrEqual(Math.max(0, height - 143));
      if (panes > 0) expect(each).toBeGreaterThanOrEqual(28);
    }
  });
});
