import { useBackToClose } from '@fairlot/ui';
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

/** A phone held upright; its chart gets the long side. */
const UPRIGHT_PHONE = '(orientation: portrait) and (max-width: 40rem) and (pointer: coarse)';

export interface FullScreen {
  readonly on: boolean;
  readonly enter: () => void;
  readonly leave: () => void;
}

/**
 * A layer over the whole page, and over the browser's own bars where it allows that: then an upright phone turns to
 * landscape too. The back button and Escape end it, and so does the browser's own way out. What lies under the layer takes
 * no focus meanwhile.
 */
export function useFullScreen(layer: RefObject<HTMLElement | null>): FullScreen {
  const [on, setOn] = useState(false);
  const leave = (): void => setOn(false);
  useBackToClose(on, leave);
  useEffect(() => {
    if (!on) return undefined;
    let left = false;
    const wake = layer.current === null ? undefined : sleepAround(layer.current);
    void takeScreen(() => left);
    const onChange = (): void => {
      if (document.fullscreenElement === null) setOn(false);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) setOn(false);
    };
    document.addEventListener('fullscreenchange', onChange);
    addEventListener('keydown', onKey);
    return () => {
      left = true;
      document.removeEventListener('fullscreenchange', onChange);
      removeEventListener('keydown', onKey);
      wake?.();
      giveScreenBack();
    };
  }, [on, layer]);
  return { on, enter: () => setOn(true), leave };
}

/** Makes everything in the page's frame inert but the layer itself; messages and sheets are outside of the frame. */
function sleepAround(layer: HTMLElement): () => void {
  const asleep: HTMLElement[] = [];
  for (
    let inner = layer;
    inner.parentElement !== null && inner.parentElement.id !== 'root';
    inner = inner.parentElement
  ) {
    for (const other of inner.parentElement.children) {
      if (other === inner || !(other instanceof HTMLElement) || other.inert) continue;
      other.inert = true;
      asleep.push(other);
    }
  }
  return () => {
    for (const one of asleep) one.inert = false;
  };
}

/** Not every browser has these, and each may refuse; the layer over the page is there all the same. */
async function takeScreen(isLeft: () => boolean): Promise<void> {
  try {
    const turn = matchMedia(UPRIGHT_PHONE).matches;
    await document.documentElement.requestFullscreen({ navigationUI: 'hide' });
    if (isLeft()) giveScreenBack();
    else if (turn) await lockableOrientation()?.lock?.('landscape');
  } catch {
    // Refused, or unknown to this browser.
  }
}

/** The lock that the language's own types leave out, because some browsers have none. */
function lockableOrientation():
  (ScreenOrientation & { readonly lock?: (to: 'landscape') => Promise<void> }) | undefined {
  return 'orientation' in screen ? screen.orientation : undefined;
}

function giveScreenBack(): void {
  if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
}
