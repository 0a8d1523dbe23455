import { uniqueKey } from '@fairlot/client';
import { useMemo, useState } from 'react';
import type { DrawingTouch } from '../../chart/chart-port.ts';
import { MOST_DRAWINGS, drawingsSchema, wholeDrawings, withDrawing } from '../../chart/drawings.ts';
import type { Drawing, DrawingTool } from '../../chart/drawings.ts';
import { useSaved } from '../../shared/saved/saved.ts';

/** The user's drawings on an instrument's chart, and the state of editing them. */
export interface DrawingBoard {
  readonly drawings: readonly Drawing[];
  /** The limit of drawings is reached. */
  readonly full: boolean;
  readonly picked: Drawing | undefined;
  readonly pick: (id: string | undefined) => void;
  /** The selected tool; `begun` is true once the first of two points is set. */
  readonly tool: DrawingTool | undefined;
  readonly begun: boolean;
  readonly setTool: (tool: DrawingTool | undefined) => void;
  readonly onDrawing: (touch: DrawingTouch) => void;
  readonly remove: (id: string) => void;
  readonly removeAll: () => void;
}

const NONE: readonly Drawing[] = [];

/** Drawings are stored per user and instrument. A change of instrument ends editing. */
export function useDrawings(instrument: number): DrawingBoard {
  const [saved, save] = useSaved(`drawings.${instrument}`, drawingsSchema, NONE);
  const drawings = useMemo(() => wholeDrawings(saved), [saved]);
  const [work, setWork] = useState<{
    readonly instrument: number;
    readonly tool?: DrawingTool;
    readonly begun?: boolean;
    readonly picked?: string | undefined;
  }>({ instrument });
  const now = work.instrument === instrument ? work : { instrument };
  const pick = (picked: string | undefined): void => setWork({ instrument, picked });
  const put = (drawing: Drawing): void => void save((before) => withDrawing(before, drawing));
  return {
    drawings,
    full: drawings.length >= MOST_DRAWINGS,
    picked: drawings.find(({ id }) => id === now.picked),
    pick,
    tool: now.tool,
    begun: now.begun === true,
    setTool: (tool) => setWork(tool === undefined ? { instrument } : { instrument, tool }),
    onDrawing: (touch) => {
      if (touch.kind === 'begun') setWork({ ...now, begun: true });
      else if (touch.kind === 'picked') pick(touch.id);
      else if (touch.kind === 'changed') put(touch.drawing);
      else {
        const id = uniqueKey();
        put({ id, tool: touch.tool, points: touch.points });
        pick(id);
      }
    },
    remove: (id) => {
      save((before) => before.filter((one) => one.id !== id));
      pick(undefined);
    },
    removeAll: () => {
      save(() => []);
      pick(undefined);
    },
  };
}
