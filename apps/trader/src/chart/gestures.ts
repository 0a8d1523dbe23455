import { flingPath } from './fling.ts';

/** A position on the chart in px from its top left corner. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** An element of the chart that is being dragged. */
export interface Grip {
  /** Decides the mouse's cursor; undefined is `move`. */
  readonly kind?: 'move' | 'scale';
  readonly move: (at: Spot) => void;
  readonly drop: () => void;
  readonly cancel: () => void;
  /** Released without having moved. */
  readonly tap: () => void;
}

/** Actions of touch and mouse on a chart. */
export interface GestureTarget {
  /** Returns the draggable element within `reach` px of a position. */
  readonly grip: (at: Spot, reach: number) => Grip | undefined;
  /**
   * Starts a pinch. The returned function takes the distance of the fingers relative to the start, and their midpoint.
   */
  readonly pinch: (middle: Spot) => (ratio: number, middle: Spot) => void;
  readonly scroll: (distance: number) => void;
  /** True while the chart can be moved up and down too; a vertical swipe then no longer scrolls the page. */
  readonly canLift: () => boolean;
  /** Moves the candles down by a distance; up if negative. */
  readonly lift: (distance: number) => void;
  /** The mouse wheel has turned. Returns true if it belongs to the element under the mouse. */
  readonly wheel: (at: Spot, turned: number) => boolean;
  readonly point: (at: Spot | undefined) => void;
  /** A tap on no draggable element. Returns true if something lies within `reach` px. */
  readonly tap: (at: Spot, reach: number) => boolean;
  /** Scrolling or zooming has ended. */
  readonly rest: () => void;
}

const LONG_PRESS_MS = 350;
/** Movement in px that still counts as a tap or long press. */
const SLOP = 8;
/** Radius in px around an element's centre in which it can be grabbed, by finger and by mouse. */
const REACH = { touch: 22, mouse: 8 } as const;
/** A finger that has rested this long before lifting starts no fling. */
const FLING_WITHIN_MS = 80;

type Mode =
  | { readonly kind: 'idle' }
  | { readonly kind: 'pressed'; readonly start: Spot; readonly timer: number }
  | { readonly kind: 'pan'; last: Spot; speed: number; at: number }
  | { readonly kind: 'pinch'; readonly apart: number; readonly apply: (ratio: number, middle: Spot) => void }
  | { readonly kind: 'point' }
  | { readonly kind: 'grip'; readonly grip: Grip; readonly start: Spot; moved: boolean }
  /** The browser scrolls the page, or the gesture was cancelled. */
  | { readonly kind: 'left' };

const IDLE: Mode = { kind: 'idle' };

/**
 * Translates touches and mouse drags into chart actions. A vertical swipe scrolls the page, or moves the candles once
 * their axis was scaled; a horizontal one pans the chart, a long press moves the crosshair, two fingers zoom. All other
 * mouse actions (hovering, panning, wheel) are the library's own.
 */
export class Gestures {
  readonly #host: HTMLElement;
  readonly #target: GestureTarget;
  #mode: Mode = IDLE;
  #pointing = false;
  #stopFling: (() => void) | undefined;
  readonly #off = new AbortController();

  constructor(host: HTMLElement, target: GestureTarget) {
    this.#host = host;
    this.#target = target;
    const { signal } = this.#off;
    // Captured and not passed on, because the library would claim swipes in every direction.
    const claim = { capture: true, passive: false, signal };
    host.addEventListener('touchstart', (event) => this.#onStart(event), claim);
    host.addEventListener('touchmove', (event) => this.#onMove(event), claim);
    host.addEventListener('touchend', (event) => this.#onEnd(event), claim);
    host.addEventListener('touchcancel', (event) => this.#onCancel(event), claim);
    host.addEventListener('mousedown', (event) => this.#onMouseDown(event), claim);
    host.addEventListener('mousemove', (event) => this.#onHover(event), { signal });
    host.addEventListener('mouseleave', () => this.#point(undefined), { signal });
    host.addEventListener('mouseup', () => this.#target.rest(), { signal });
    host.addEventListener('wheel', (event) => this.#onWheel(event), claim);
  }

  dispose(): void {
    this.#leave();
    this.#off.abort();
  }

  #onStart(event: TouchEvent): void {
    event.stopPropagation();
    this.#stopFling?.();
    this.#stopFling = undefined;
    const [first, second] = [...event.touches].map((touch) => this.#spot(touch));
    if (first === undefined) return;
    if (second !== undefined) {
      this.#startPinch(first, second);
      return;
    }
    const grip = this.#target.grip(first, REACH.touch);
    if (grip !== undefined) {
      if (event.cancelable) event.preventDefault();
      this.#mode = { kind: 'grip', grip, start: first, moved: false };
      return;
    }
    this.#mode = {
      kind: 'pressed',
      start: first,
      timer: window.setTimeout(() => this.#onLongPress(first), LONG_PRESS_MS),
    };
  }

  #startPinch(first: Spot, second: Spot): void {
    this.#leave();
    this.#mode = {
      kind: 'pinch',
      apart: Math.max(1, distance(first, second)),
      apply: this.#target.pinch(middle(first, second)),
    };
  }

  #onLongPress(at: Spot): void {
    this.#mode = { kind: 'point' };
    this.#point(at);
  }

  #onMove(event: TouchEvent): void {
    event.stopPropagation();
    const [first, second] = [...event.touches].map((touch) => this.#spot(touch));
    if (first === undefined) return;
    if (this.#mode.kind === 'pressed') this.#decide(this.#mode, first, event.timeStamp);
    if (this.#mode.kind !== 'pressed' && this.#mode.kind !== 'left' && event.cancelable) event.preventDefault();
    if (this.#mode.kind === 'grip') this.#drag(this.#mode, first);
    else if (this.#mode.kind === 'point') this.#point(first);
    else if (this.#mode.kind === 'pan') this.#pan(this.#mode, first, event.timeStamp);
    else if (this.#mode.kind === 'pinch' && second !== undefined)
      this.#mode.apply(distance(first, second) / this.#mode.apart, middle(first, second));
  }

  /** The first px of a movement decide whether it belongs to the page or the chart. */
  #decide(pressed: Extract<Mode, { kind: 'pressed' }>, at: Spot, now: number): void {
    const [across, down] = [Math.abs(at.x - pressed.start.x), Math.abs(at.y - pressed.start.y)];
    if (Math.max(across, down) < SLOP) return;
    clearTimeout(pressed.timer);
    if (down > across && !this.#target.canLift()) {
      this.#mode = { kind: 'left' };
      return;
    }
    this.#point(undefined);
    this.#mode = { kind: 'pan', last: at, speed: 0, at: now };
  }

  #pan(mode: Extract<Mode, { kind: 'pan' }>, at: Spot, now: number): void {
    const by = at.x - mode.last.x;
    this.#target.lift(at.y - mode.last.y);
    const passed = Math.max(1, now - mode.at);
    mode.speed = 0.6 * (by / passed) + 0.4 * mode.speed;
    mode.last = at;
    mode.at = now;
    this.#target.scroll(by);
  }

  #drag(mode: Extract<Mode, { kind: 'grip' }>, at: Spot): void {
    if (!mode.moved && distance(at, mode.start) < SLOP / 2) return;
    mode.moved = true;
    mode.grip.move(at);
  }

  #onEnd(event: TouchEvent): void {
    event.stopPropagation();
    // Prevents the mouse events that browsers emulate after a touch.
    if (event.cancelable) event.preventDefault();
    const mode = this.#mode;
    const [left] = [...event.touches].map((touch) => this.#spot(touch));
    if (left !== undefined) {
      // The remaining finger of a pinch continues as a pan.
      if (mode.kind === 'pinch') this.#mode = { kind: 'pan', last: left, speed: 0, at: event.timeStamp };
      return;
    }
    this.#mode = IDLE;
    if (mode.kind === 'pressed') this.#onTap(mode);
    else if (mode.kind === 'grip') release(mode);
    else if (mode.kind === 'pan' && event.timeStamp - mode.at < FLING_WITHIN_MS) this.#fling(mode.speed);
    if (mode.kind === 'pan' || mode.kind === 'pinch') this.#target.rest();
  }

  #onTap({ start, timer }: Extract<Mode, { kind: 'pressed' }>): void {
    clearTimeout(timer);
    if (this.#pointing) this.#point(undefined);
    else this.#target.tap(start, REACH.touch);
  }

  #onCancel(event: TouchEvent): void {
    event.stopPropagation();
    this.#leave();
    if (event.touches.length > 0) this.#mode = { kind: 'left' };
  }

  /** Cancels the current gesture. */
  #leave(): void {
    if (this.#mode.kind === 'pressed') clearTimeout(this.#mode.timer);
    if (this.#mode.kind === 'grip') this.#mode.grip.cancel();
    this.#stopFling?.();
    this.#mode = IDLE;
  }

  /** Starts a fling. */
  #fling(speed: number): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    this.#stopFling = flingPath(
      speed,
      (by) => this.#target.scroll(by),
      () => this.#target.rest(),
    );
  }

  #onMouseDown(event: MouseEvent): void {
    if (event.button !== 0) return;
    const start = this.#spot(event);
    const grip = this.#target.grip(start, REACH.mouse);
    if (grip === undefined) {
      if (this.#target.tap(start, REACH.mouse)) event.stopPropagation();
      else this.#followLift(start);
      return;
    }
    event.stopPropagation();
    event.preventDefault();
    const mode = { kind: 'grip' as const, grip, start, moved: false };
    this.#mode = mode;
    const held = new AbortController();
    const end = (how: (mode: Extract<Mode, { kind: 'grip' }>) => void): void => {
      held.abort();
      this.#mode = IDLE;
      how(mode);
    };
    addEventListener('mousemove', (moved) => this.#drag(mode, this.#spot(moved)), { signal: held.signal });
    addEventListener('mouseup', () => end(release), { signal: held.signal });
    addEventListener(
      'keydown',
      (pressed) => {
        if (pressed.key === 'Escape') end((given) => given.grip.cancel());
      },
      { signal: held.signal },
    );
  }

  /** The library pans with the mouse from side to side; this adds up and down. */
  #followLift(start: Spot): void {
    if (!this.#target.canLift()) return;
    const held = new AbortController();
    let last = start;
    const follow = (event: MouseEvent): void => {
      const now = this.#spot(event);
      this.#target.lift(now.y - last.y);
      last = now;
    };
    addEventListener('mousemove', follow, { signal: held.signal });
    addEventListener('mouseup', () => held.abort(), { signal: held.signal });
  }

  #onWheel(event: WheelEvent): void {
    if (!event.ctrlKey && this.#target.wheel(this.#spot(event), event.deltaY)) {
      event.preventDefault();
      event.stopPropagation();
    }
    this.#target.rest();
  }

  #onHover(event: MouseEvent): void {
    if (this.#mode.kind === 'grip') return;
    const at = this.#spot(event);
    const grip = this.#target.grip(at, REACH.mouse);
    if (grip === undefined) delete this.#host.dataset['grip'];
    else this.#host.dataset['grip'] = grip.kind ?? 'move';
    this.#target.point(at);
  }

  #point(at: Spot | undefined): void {
    this.#pointing = at !== undefined;
    this.#target.point(at);
  }

  #spot({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Spot {
    const { left, top } = this.#host.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }
}

function release({ grip, moved }: Extract<Mode, { kind: 'grip' }>): void {
  if (moved) grip.drop();
  else grip.tap();
}

function distance(a: Spot, b: Spot): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function middle(a: Spot, b: Spot): Spot {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}
