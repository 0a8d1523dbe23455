import { readStored, writeStored } from '@fairlot/web';
import { useState } from 'react';
import { z } from 'zod/mini';
import { DRAWING_COLORS, DRAWING_LINES, DRAWING_WIDTHS, PLAIN_STYLE } from '../../chart/drawings.ts';
import type { DrawingStyle } from '../../chart/drawings.ts';

const KEY = 'fairlot.drawing';

/** Settings of the drawing tools, the same for all instruments. */
export interface DrawingSettings {
  /** Points take the open, high, low or close of their bar if it is near. */
  readonly magnet: boolean;
  readonly hidden: boolean;
  /** The wide layout shows the tools above the chart. */
  readonly toolbar: boolean;
  /** The style last chosen; new drawings have it. */
  readonly style: DrawingStyle;
}

const PRESET: DrawingSettings = { magnet: false, hidden: false, toolbar: false, style: PLAIN_STYLE };
const settingsSchema = z.object({
  magnet: z.boolean(),
  hidden: z.boolean(),
  toolbar: z.boolean(),
  style: z.object({
    color: z.enum(DRAWING_COLORS),
    width: z.literal(DRAWING_WIDTHS),
    line: z.enum(DRAWING_LINES),
  }),
});

/** The settings of the drawing tools, stored on this device. */
export function useDrawingSettings(): readonly [DrawingSettings, (change: Partial<DrawingSettings>) => void] {
  const [settings, setSettings] = useState<DrawingSettings>(() => {
    const parsed = settingsSchema.safeParse(readStored(KEY));
    return parsed.success ? parsed.data : PRESET;
  });
  return [
    settings,
    (change) => {
      const next = { ...settings, ...change };
      setSettings(next);
      writeStored(KEY, next);
    },
  ];
}
