import { uniqueKey } from '@fairlot/client';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { DrawingTouch, PriceChart } from '../../chart/chart-port.ts';
import { MOST_DRAWINGS, withDrawing } from '../../chart/drawings.ts';
import type { Drawing, DrawingPen, DrawingPoint, DrawingStyle, DrawingTool } from '../../chart/drawings.ts';
import { useDrawingList } from './use-drawing-list.ts';
import type { DrawingList } from './use-drawing-list.ts';
import { useDrawingSettings } from './use-drawing-settings.ts';
import type { DrawingSettings } from './use-drawing-settings.ts';

/** The user's drawings on an instrument's chart, and the state of editing them. */
export interface DrawingBoard extends Pick<DrawingList, 'drawings' | 'canUndo' | 'canRedo' | 'undo' | 'redo'> {
  /** The drawings on the chart: none while they are hidden. */
  readonly shown: readonly Drawing[];
  /** The limit of drawings is reached. */
  readonly full: boolean;
  readonly picked: Drawing | undefined;
  readonly pick: (id: string | undefined) => void;
  /** The selected tool; `placed` points of the new drawing are set. */
  readonly pen: DrawingPen | undefined;
  readonly placed: number;
  readonly setTool: (tool: DrawingTool | undefined) => void;
  readonly onDrawing: (touch: DrawingTouch) => void;
  readonly onChart: (chart: PriceChart) => void;
  /** Sets the style of a drawing, and of those to come. */
  readonly setStyle: (drawing: Drawing, style: DrawingStyle) => void;
  readonly lock: (drawing: Drawing, locked: boolean) => void;
  readonly lockAll: (locked: boolean) => void;
  readonly duplicate: (drawing: Drawing) => void;
  readonly remove: (drawing: Drawing) => void;
  /** Deletes all drawings that are not locked. */
  readonly removeAll: () => void;
  /** How many drawings the latest deed deleted; they can be brought back by `undo`. */
  readonly removed: number;
  /** Text of the note that is being written; undefined if none is. */
  readonly note: string | undefined;
  readonly editNote: (drawing: Drawing) => void;
  /** Ends writing; undefined leaves the note as it was. */
  readonly writeNote: (text: string | undefined) => void;
  readonly settings: DrawingSettings;
  readonly setSettings: (change: Partial<DrawingSettings>) => void;
}

interface Work {
  readonly instrument: number;
  readonly tool?: DrawingTool | undefined;
  readonly placed?: number;
  readonly picked?: string | undefined;
  readonly removed?: number;
  readonly note?: Note;
}

/** The note that is being written: a new one at a point, or the selected one. */
type Note = { readonly at: readonly DrawingPoint[] } | { readonly drawing: Drawing };

const NOTHING: readonly Drawing[] = [];

/** A change of instrument ends editing. */
export function useDrawings(instrument: number): DrawingBoard {
  const list = useDrawingList(instrument);
  const { drawings, edit } = list;
  const [settings, setSettings] = useDrawingSettings();
  const [work, setWork] = useState<Work>({ instrument });
  const chart = useRef<PriceChart>(undefined);
  const onChart = useCallback((made: PriceChart) => {
    chart.current = made;
  }, []);
  const now: Work = work.instrument === instrument ? work : { instrument };
  const { style } = settings;
  const pen = useMemo(() => (now.tool === undefined ? undefined : { tool: now.tool, style }), [now.tool, style]);
  const pick = (picked: string | undefined): void => setWork({ instrument, picked });
  const put = (drawing: Drawing): boolean => edit((before) => withDrawing(before, drawing));
  const add = (drawing: Omit<Drawing, 'id' | 'locked'>): void => {
    const id = uniqueKey();
    pick(put({ ...drawing, id, locked: false }) ? id : undefined);
  };
  return {
    ...list,
    ...notes(now, setWork, { add, put, style }),
    shown: settings.hidden ? NOTHING : drawings,
    full: drawings.length >= MOST_DRAWINGS,
    picked: settings.hidden ? undefined : drawings.find(({ id }) => id === now.picked),
    pick,
    pen,
    placed: now.placed ?? 0,
    setTool: (tool) => {
      if (tool !== undefined && settings.hidden) setSettings({ hidden: false });
      setWork({ instrument, tool });
    },
    onDrawing: (touch) => {
      if (touch.kind === 'placed') setWork({ ...now, placed: touch.count });
      else if (touch.kind === 'picked') pick(touch.id);
      else if (touch.kind === 'changed') put(touch.drawing);
      else if (touch.pen.tool === 'text') setWork({ instrument, note: { at: touch.points } });
      else add({ ...touch.pen, points: touch.points });
    },
    onChart,
    setStyle: (drawing, next) => {
      if (put({ ...drawing, style: next })) setSettings({ style: next });
    },
    lock: (drawing, locked) => void put({ ...drawing, locked }),
    lockAll: (locked) => void edit((before) => before.map((one) => (one.locked === locked ? one : { ...one, locked }))),
    duplicate: (drawing) => {
      const { text, ...copy } = chart.current?.moved(drawing, BESIDE, BESIDE) ?? drawing;
      add({ tool: copy.tool, points: copy.points, style: copy.style, ...(text === undefined ? {} : { text }) });
    },
    remove: (drawing) => {
      if (drawing.locked) return;
      if (edit((before) => before.filter(({ id }) => id !== drawing.id))) setWork({ instrument, removed: 1 });
    },
    removeAll: () => {
      const removed = drawings.filter(({ locked }) => !locked).length;
      if (edit((before) => before.filter(({ locked }) => locked))) setWork({ instrument, removed });
    },
    undo: () => {
      setWork({ instrument });
      list.undo();
    },
    redo: () => {
      setWork({ instrument });
      list.redo();
    },
    removed: now.removed ?? 0,
    settings,
    setSettings,
  };
}

/** Distance in px from a drawing to its copy, to the right and down. */
const BESIDE = 16;

/** Writing of notes. A new note is saved only once it has a text. */
function notes(
  { instrument, note }: Work,
  setWork: (work: Work) => void,
  {
    add,
    put,
    style,
  }: {
    readonly add: (drawing: Omit<Drawing, 'id' | 'locked'>) => void;
    readonly put: (drawing: Drawing) => boolean;
    readonly style: DrawingStyle;
  },
): Pick<DrawingBoard, 'note' | 'editNote' | 'writeNote'> {
  return {
    note: note === undefined ? undefined : 'drawing' in note ? (note.drawing.text ?? '') : '',
    editNote: (drawing) => setWork({ instrument, picked: drawing.id, note: { drawing } }),
    writeNote: (typed) => {
      const text = typed?.trim() ?? '';
      if (note === undefined) return;
      if ('drawing' in note) {
        setWork({ instrument, picked: note.drawing.id });
        if (text !== '') put({ ...note.drawing, text });
      } else if (text === '') setWork({ instrument });
      else add({ tool: 'text', points: note.at, style, text });
    },
  };
}
