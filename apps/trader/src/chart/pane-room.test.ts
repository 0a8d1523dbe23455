import { describe, expect, it } from 'vitest';
import { paneRoom } from './pane-room.ts';

describe('paneRoom', () => {
  it('divides the room among all wanted panes on a tall chart', () => {
    expect(paneRoom(514, 3)).toEqual({ panes: 3, height: 72, legends: true });
    expect(paneRoom(900, 1)).toEqual({ panes: 1, height: 96, legends: true });
  });

  it('shows fewer panes, finally none, so that the candles stay readable', () => {
    expect(paneRoom(220, 3)).toEqual({ panes: 2, height: 38, legends: true });
    expect(paneRoom(128, 3)).toEqual({ panes: 0, height: 0, legends: false });
    for (let height = 100; height < 1000; height += 10) {
      const { panes, height: each } = paneRoom(height, 3);
      expect(panes * each).toBeLessThanOrEqual(Math.max(0, height - 143));
      if (panes > 0) expect(each).toBeGreaterThanOrEqual(28);
    }
  });
});
