import { registerOverlay } from 'klinecharts';
import type { Chart, Coordinate, OverlayFigure } from 'klinecharts';
import type { ChartTheme, ChartWords, DrawingTouch } from './chart-port.ts';
import { RETRACEMENTS, distanceTo, retraced, strokesOf } from './drawing-shape.ts';
import type { Area } from './drawing-shape.ts';
import { pointsOf } from './drawings.ts';
import type { Drawing, DrawingPoint, DrawingTool } from './drawings.ts';
import type { Grip, Spot } from './gestures.ts';
import { CANDLE_PANE } from './kline-view.ts';

const NAME = 'fairlot-drawing';
const GROUP = 'drawings';
/** Id of the drawing in progress. */
const NEW = 'new';
const HANDLE_RADIUS = 5;
const TEXT_SIZE = 10;

interface Drawn {
  readonly drawing: Drawing;
  readonly picked: boolean;
  readonly theme: ChartTheme;
  readonly words: ChartWords;
  readonly precision: number;
}

/** Registers the overlay of drawings. */
export function registerDrawings(): void {
  // A function, because the library copies plain data of an overlay.
  registerOverlay<() => Drawn>({
    name: NAME,
    totalStep: 3,
    lock: true,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures: ({ coordinates, bounding, overlay }) =>
      overlayFigures(overlay.extendData(), coordinates, bounding),
  });
}

/** The drawings on one chart, and the one in progress. */
export class Drawings {
  readonly #chart: Chart;
  readonly #report: (touch: DrawingTouch) => void;
  #drawings: readonly Drawing[] = [];
  #picked: string | undefined;
  #theme: ChartTheme | undefined;
  #words: ChartWords | undefined;
  #tool: DrawingTool | undefined;
  /** Points already set of the drawing in progress. */
  #placed: readonly DrawingPoint[] = [];

  constructor(chart: Chart, report: (touch: DrawingTouch) => void) {
    this.#chart = chart;
    this.#report = report;
  }

  draw(drawings: readonly Drawing[], picked: string | undefined, theme: ChartTheme, words: ChartWords): void {
    this.#drawings = drawings;
    this.#picked = picked;
    this.#theme = theme;
    this.#words = words;
    this.#chart.removeOverlay({ groupId: GROUP });
    for (const drawing of drawings) this.#put(drawing, drawing.id === picked);
    this.#preview(this.#placed);
  }

  /** Selects the drawing tool for the next touches; undefined ends drawing. */
  setTool(tool: DrawingTool | undefined): void {
    this.#tool = tool;
    this.#placed = [];
    this.#chart.removeOverlay({ id: idOf(NEW) });
  }

  /**
   * While a tool is selected every touch belongs to the new drawing; otherwise only the selected drawing can be
   * dragged.
   */
  gripAt(at: Spot, reach: number): Grip | undefined {
    if (this.#tool !== undefined) return this.#gripOfNew(this.#tool, at);
    const drawing = this.#drawings.find(({ id }) => id === this.#picked);
    if (drawing === undefined) return undefined;
    const corners = this.#spotsOf(drawing.points);
    const corner = corners.findIndex((one) => Math.hypot(one.x - at.x, one.y - at.y) <= reach);
    if (corner < 0 && this.#distance(drawing, at) > reach) return undefined;
    return this.#gripOf(drawing, corners, corner, at);
  }

  /** Selects the drawing at a position, or clears the selection. Returns true if one was selected. */
  tap(at: Spot, reach: number): boolean {
    const [nearest] = this.#drawings
      .map((drawing) => ({ id: drawing.id, away: this.#distance(drawing, at) }))
      .filter(({ away }) => away <= reach)
      .sort((a, b) => a.away - b.away);
    if (nearest?.id !== this.#picked) this.#report({ kind: 'picked', id: nearest?.id });
    return nearest !== undefined;
  }

  #gripOfNew(tool: DrawingTool, at: Spot): Grip {
    const start = this.#pointAt(at);
    const needed = pointsOf(tool);
    let points: readonly DrawingPoint[] = [...this.#placed, start];
    const finish = (): void => {
      this.setTool(undefined);
      this.#report({ kind: 'made', tool, points });
    };
    return {
      move: (to) => {
        points = needed === 1 ? [this.#pointAt(to)] : [this.#placed[0] ?? start, this.#pointAt(to)];
        this.#preview(points);
      },
      drop: finish,
      cancel: () => this.#preview(this.#placed),
      tap: () => {
        if (points.length === needed) {
          finish();
          return;
        }
        this.#placed = points;
        this.#preview(points);
        this.#report({ kind: 'begun' });
      },
    };
  }

  /** A corner moves on its own; grabbed anywhere else, the drawing moves as a whole. */
  #gripOf(drawing: Drawing, corners: readonly Spot[], corner: number, taken: Spot): Grip {
    let moved = drawing;
    return {
      move: (to) => {
        const [across, down] = [to.x - taken.x, to.y - taken.y];
        const points = corners.map((spot, at) =>
          corner < 0 || corner === at ? this.#pointAt({ x: spot.x + across, y: spot.y + down }) : undefined,
        );
        moved = { ...drawing, points: drawing.points.map((point, at) => points[at] ?? point) };
        this.#put(moved, true);
      },
      drop: () => this.#report({ kind: 'changed', drawing: moved }),
      cancel: () => this.#put(drawing, true),
      tap: () => undefined,
    };
  }

  #preview(points: readonly DrawingPoint[]): void {
    if (this.#tool === undefined || points.length === 0) this.#chart.removeOverlay({ id: idOf(NEW) });
    else this.#put({ id: NEW, tool: this.#tool, points }, true);
  }

  #put(drawing: Drawing, picked: boolean): void {
    const theme = this.#theme;
    const words = this.#words;
    if (theme === undefined || words === undefined) return;
    const drawn: Drawn = { drawing, picked, theme, words, precision: this.#chart.getSymbol()?.pricePrecision ?? 0 };
    const id = idOf(drawing.id);
    const overlay = {
      name: NAME,
      id,
      groupId: GROUP,
      points: drawing.points.map(({ time, price }) => ({ timestamp: time, value: price })),
      extendData: () => drawn,
    };
    if (this.#chart.getOverlays({ id }).length > 0) this.#chart.overrideOverlay(overlay);
    else this.#chart.createOverlay(overlay);
  }

  #distance({ tool, points }: Drawing, at: Spot): number {
    const size = this.#chart.getSize(CANDLE_PANE, 'main');
    return distanceTo(
      strokesOf(tool, this.#spotsOf(points), { width: size?.width ?? 0, height: size?.height ?? 0 }),
      at,
    );
  }

  #spotsOf(points: readonly DrawingPoint[]): Spot[] {
    const found = this.#chart.convertToPixel(
      points.map(({ time, price }) => ({ timestamp: time, value: price })),
      { paneId: CANDLE_PANE },
    );
    return (Array.isArray(found) ? found : [found]).map(({ x = 0, y = 0 }) => ({ x, y }));
  }

  #pointAt({ x, y }: Spot): DrawingPoint {
    const found = this.#chart.convertFromPixel([{ x, y }], { paneId: CANDLE_PANE });
    const point = Array.isArray(found) ? found[0] : found;
    return { time: point?.timestamp ?? 0, price: point?.value ?? 0 };
  }
}

const idOf = (drawing: string): string => `drawing-${drawing}`;

function overlayFigures(drawn: Drawn, spots: readonly Coordinate[], area: Area): OverlayFigure[] {
  const {
    drawing: { tool },
    picked,
    theme,
  } = drawn;
  const color = theme.accent;
  const [first, second] = spots;
  const strokes = strokesOf(tool, spots, area).map(([from, to], at): OverlayFigure => ({
    type: 'line',
    ignoreEvent: true,
    attrs: { coordinates: [from, to] },
    // The last stroke of a retracement is the measured move itself.
    styles: {
      style: tool === 'fibonacci' && at === RETRACEMENTS.length ? 'dashed' : 'solid',
      dashedValue: [4, 4],
      size: 1,
      color,
    },
  }));
  const figures: OverlayFigure[] = [];
  if (tool === 'rectangle' && first !== undefined && second !== undefined) {
    figures.push({
      type: 'rect',
      ignoreEvent: true,
      attrs: {
        x: Math.min(first.x, second.x),
        y: Math.min(first.y, second.y),
        width: Math.abs(first.x - second.x),
        height: Math.abs(first.y - second.y),
      },
      styles: { style: 'fill', color: `${color}1f` },
    });
  }
  figures.push(...strokes);
  if (tool === 'fibonacci' && first !== undefined && second !== undefined)
    figures.push(...retracementTexts(drawn, [first, second]));
  if (picked || spots.length < pointsOf(tool))
    figures.push(...spots.map(({ x, y }) => handle(tool === 'horizontal' ? area.width / 2 : x, y, theme)));
  return figures;
}

function handle(x: number, y: number, theme: ChartTheme): OverlayFigure {
  return {
    type: 'circle',
    ignoreEvent: true,
    attrs: { x, y, r: HANDLE_RADIUS },
    styles: { style: 'stroke_fill', color: theme.surface, borderColor: theme.accent, borderSize: 2 },
  };
}

function retracementTexts(
  { drawing, theme, words, precision }: Drawn,
  [first, second]: readonly [Spot, Spot],
): OverlayFigure[] {
  const [from, to] = drawing.points;
  if (from === undefined || to === undefined) return [];
  return RETRACEMENTS.map((ratio) => ({
    type: 'text',
    ignoreEvent: true,
    attrs: {
      x: Math.min(first.x, second.x) + 2,
      y: retraced(first, second, ratio) - 1,
      align: 'left',
      baseline: 'bottom',
      text: `${words.percent((ratio * 100).toFixed(1))}  ${(to.price + (from.price - to.price) * ratio).toFixed(precision)}`,
    },
    styles: {
      color: theme.ink,
      size: TEXT_SIZE,
      family: theme.fontFamily,
      backgroundColor: `${theme.surface}b3`,
      borderSize: 0,
      borderRadius: 2,
      paddingLeft: 2,
      paddingRight: 2,
      paddingTop: 0,
      paddingBottom: 0,
    },
  }));
}
