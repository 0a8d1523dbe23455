import type { ChartPeriod } from '@fairlot/domain';
import { registerOverlay } from 'klinecharts';
import type { Chart, OverlayFigure } from 'klinecharts';
import type { ChartTheme, ChartWords, DrawingTouch } from './chart-port.ts';
import { simplified } from './drawing-path.ts';
import { distanceTo, shapeOf } from './drawing-shape.ts';
import { MOST_BRUSH_POINTS, pointsOf } from './drawings.ts';
import type { Drawing, DrawingPen, DrawingPoint } from './drawings.ts';
import type { Grip, Spot } from './gestures.ts';
import { drawingFigures, handleSpots, noteStrokes } from './kline-drawing-figures.ts';
import { DrawingSpace } from './kline-drawing-space.ts';

const NAME = 'fairlot-drawings';
const ID = 'drawings';
/** Id of the drawing in progress. */
const NEW = 'new';

/** Registers the overlay of drawings. */
export function registerDrawings(): void {
  // A function, because the library copies plain data of an overlay.
  registerOverlay<() => OverlayFigure[]>({
    name: NAME,
    totalStep: 2,
    lock: true,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures: ({ overlay }) => overlay.extendData(),
  });
}

/** The drawings on one chart as a single overlay, and the one in progress. */
export class Drawings {
  readonly #chart: Chart;
  readonly #report: (touch: DrawingTouch) => void;
  readonly #space: DrawingSpace;
  #drawings: readonly Drawing[] = [];
  #picked: string | undefined;
  #theme: ChartTheme;
  #words: ChartWords;
  #pen: DrawingPen | undefined;
  #magnet = false;
  /** Points already set of the drawing in progress. */
  #placed: readonly DrawingPoint[] = [];
  /** The drawing in progress, or the selected one while it is dragged. */
  #moving: Drawing | undefined;

  constructor(
    chart: Chart,
    look: { readonly theme: ChartTheme; readonly words: ChartWords },
    period: () => ChartPeriod | undefined,
    report: (touch: DrawingTouch) => void,
  ) {
    this.#chart = chart;
    this.#theme = look.theme;
    this.#words = look.words;
    this.#space = new DrawingSpace(chart, period);
    this.#report = report;
  }

  draw(drawings: readonly Drawing[], picked: string | undefined): void {
    this.#drawings = drawings;
    this.#picked = picked;
    this.#refresh();
  }

  style(theme: ChartTheme, words: ChartWords): void {
    this.#theme = theme;
    this.#words = words;
    this.#refresh();
  }

  /** Selects the tool for the next touches; undefined ends drawing. */
  setPen(pen: DrawingPen | undefined): void {
    if (pen?.tool !== this.#pen?.tool) {
      this.#placed = [];
      this.#moving = undefined;
    }
    this.#pen = pen;
    this.#refresh();
  }

  /** With the magnet, points that are set near a bar's open, high, low or close take that price. */
  setMagnet(magnet: boolean): void {
    this.#magnet = magnet;
  }

  /**
   * While a tool is selected every touch belongs to the new drawing; otherwise only the selected drawing can be
   * dragged.
   */
  gripAt(at: Spot, reach: number): Grip | undefined {
    if (this.#pen?.tool === 'brush') return this.#gripOfBrush(this.#pen, at);
    if (this.#pen !== undefined) return this.#gripOfNew(this.#pen, at);
    const drawing = this.#drawings.find(({ id }) => id === this.#picked);
    if (drawing === undefined || drawing.locked) return undefined;
    const spots = this.#space.spotsOf(drawing.tool, drawing.points);
    const handles = drawing.tool === 'brush' ? [] : handleSpots(drawing, spots, this.#space.area());
    const corner = handles.findIndex((one) => Math.hypot(one.x - at.x, one.y - at.y) <= reach);
    if (corner < 0 && this.#distance(drawing, at) > reach) return undefined;
    return this.#gripOf(drawing, spots, corner, at);
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

  /** Shows the next point of the drawing in progress under the mouse. */
  hover(at: Spot | undefined): void {
    const pen = this.#pen;
    if (pen === undefined || this.#placed.length === 0) return;
    this.#preview(pen, at === undefined ? this.#placed : [...this.#placed, this.#pointAt(pen, at)]);
  }

  /** A drawing moved by a distance in px. Returns the same points if the chart has no bars. */
  moved(drawing: Drawing, across: number, down: number): Drawing {
    if (this.#chart.getDataList().length === 0) return drawing;
    const spots = this.#space.spotsOf(drawing.tool, drawing.points);
    return { ...drawing, points: this.#shifted(drawing, spots, -1, { x: across, y: down }) };
  }

  #gripOfNew(pen: DrawingPen, at: Spot): Grip {
    const before = this.#placed;
    const start = this.#pointAt(pen, at);
    let points: readonly DrawingPoint[] = [...before, start];
    const settle = (): void => this.#settle(pen, points);
    return {
      move: (to) => {
        const point = this.#pointAt(pen, to);
        // A drag sets the first two points at once, a later one moves the point that it sets.
        points = before.length === 0 && pointsOf(pen.tool) !== 1 ? [start, point] : [...before, point];
        this.#preview(pen, points);
      },
      drop: settle,
      tap: settle,
      cancel: () => this.#preview(pen, before),
    };
  }

  #settle(pen: DrawingPen, points: readonly DrawingPoint[]): void {
    if (points.length === pointsOf(pen.tool)) {
      this.#finish(pen, points);
      return;
    }
    this.#placed = points;
    this.#preview(pen, points);
    this.#report({ kind: 'placed', count: points.length });
  }

  #gripOfBrush(pen: DrawingPen, at: Spot): Grip {
    const path = [at];
    const points = (most: number): DrawingPoint[] => simplified(path, most).map((spot) => this.#pointAt(pen, spot));
    return {
      move: (to) => {
        path.push(to);
        this.#preview(pen, points(path.length));
      },
      drop: () => this.#finish(pen, points(MOST_BRUSH_POINTS)),
      tap: () => undefined,
      cancel: () => this.#preview(pen, []),
    };
  }

  #finish(pen: DrawingPen, points: readonly DrawingPoint[]): void {
    this.setPen(undefined);
    this.#report({ kind: 'made', pen, points });
  }

  /** A corner moves on its own; grabbed anywhere else, the drawing moves as a whole. */
  #gripOf(drawing: Drawing, spots: readonly Spot[], corner: number, taken: Spot): Grip {
    const show = (moving: Drawing | undefined): void => {
      this.#moving = moving;
      this.#refresh();
    };
    return {
      move: (to) => {
        const by = { x: to.x - taken.x, y: to.y - taken.y };
        show({ ...drawing, points: this.#shifted(drawing, spots, corner, by) });
      },
      drop: () => {
        const moved = this.#moving;
        this.#moving = undefined;
        if (moved !== undefined) this.#report({ kind: 'changed', drawing: moved });
      },
      cancel: () => show(undefined),
      tap: () => undefined,
    };
  }

  /** The points of a drawing after one of its corners, or all with a corner below zero, moved. */
  #shifted({ tool, points }: Drawing, spots: readonly Spot[], corner: number, by: Spot): DrawingPoint[] {
    return points.map((point, at) => {
      const spot = spots[at];
      if (spot === undefined || (corner >= 0 && corner !== at)) return point;
      const shifted = this.#space.pointAt(tool, { x: spot.x + by.x, y: spot.y + by.y }, this.#magnet && corner >= 0);
      // Conversions round to the px; a drawing that moves along one axis keeps its exact place on the other.
      return { time: by.x === 0 ? point.time : shifted.time, price: by.y === 0 ? point.price : shifted.price };
    });
  }

  #pointAt({ tool }: DrawingPen, at: Spot): DrawingPoint {
    return this.#space.pointAt(tool, at, this.#magnet);
  }

  #preview({ tool, style }: DrawingPen, points: readonly DrawingPoint[]): void {
    this.#moving = points.length === 0 ? undefined : { id: NEW, tool, style, points, locked: false };
    this.#refresh();
  }

  #refresh(): void {
    if (this.#drawings.length === 0 && this.#moving === undefined) this.#chart.removeOverlay({ id: ID });
    // An override without changes makes the library draw the overlay again.
    else if (this.#chart.getOverlays({ id: ID }).length > 0) this.#chart.overrideOverlay({ id: ID });
    else {
      this.#chart.createOverlay({
        name: NAME,
        id: ID,
        points: [{ dataIndex: 0, value: 0 }],
        extendData: () => this.#figures(),
      });
    }
  }

  #figures(): OverlayFigure[] {
    if (this.#chart.getDataList().length === 0) return [];
    const space = this.#space;
    const canvas = {
      area: space.area(),
      theme: this.#theme,
      words: this.#words,
      precision: space.precision,
      indexOf: (time: number) => space.indexOf(time),
    };
    const moving = this.#moving;
    return [...this.#drawings.filter(({ id }) => id !== moving?.id), ...(moving === undefined ? [] : [moving])].flatMap(
      (drawing) =>
        drawingFigures(
          drawing,
          space.spotsOf(drawing.tool, drawing.points),
          drawing === moving || drawing.id === this.#picked,
          canvas,
        ),
    );
  }

  #distance(drawing: Drawing, at: Spot): number {
    const spots = this.#space.spotsOf(drawing.tool, drawing.points);
    if (drawing.tool === 'text')
      return distanceTo({ strokes: noteStrokes(drawing, spots, this.#theme), helpers: [] }, at);
    return distanceTo(shapeOf(drawing.tool, spots, this.#space.area()), at);
  }
}
