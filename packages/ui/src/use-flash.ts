import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { moved } from './price-parts.ts';

const FLASH_MS = 400;
/** A smooth fade draws the page at each frame, which is more work than all of its quotes. */
const FADE = 'steps(4)';
/** Minimum time between flashes: at most four a second. */
const PAUSE_MS = 250;

/** Briefly tints an element when its figure changes, unless the visitor prefers reduced motion. */
export function useFlash<T extends HTMLElement>(figure: string | undefined): RefObject<T | null> {
  const element = useRef<T>(null);
  const shown = useRef<string | undefined>(undefined);
  const flashedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const direction = moved(shown.current, figure);
    shown.current = figure;
    if (direction === 0 || element.current === null) return;
    const now = performance.now();
    if (now - flashedAt.current < PAUSE_MS || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    flashedAt.current = now;
    const tint = direction > 0 ? 'var(--color-up-soft)' : 'var(--color-down-soft)';
    element.current.animate([{ backgroundColor: tint }, { backgroundColor: 'transparent' }], {
      duration: FLASH_MS,
      easing: FADE,
    });
  }, [figure]);
  return element;
}
