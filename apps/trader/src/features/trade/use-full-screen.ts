import { useBackToClose } from '@fairlot/ui';
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

/** A phone in portrait; full screen turns its chart to landscape. */
const PORTRAIT_PHONE = '(orientation: portrait) and (max-width: 40rem) and (pointer: coarse)';

export interface FullScreen {
  readonly on: boolean;
  readonly enter: () => void;
  readonly leave: () => void;
}

/**
 * Full screen for a layer of the page. Uses the browser's full screen where allowed, which also turns a portrait phone
 * to landscape. Ends with the back button, Escape or the browser's own exit. The page below the layer is inert
 * meanwhile.
 */
export function useFullScreen(layer: RefObject<HTMLElement | null>): FullScreen {
  const [on, setOn] = useState(false);
  const leave = (): void => setOn(false);
  useBackToClose(on, leave);
  useEffect(() => {
    if (!on) return undefined;
    let left = false;
    const restore = layer.current === null ? undefined : makeOthersInert(layer.current);
    void enterBrowserFullScreen(() => left);
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
      restore?.();
      exitBrowserFullScreen();
    };
  }, [on, layer]);
  return { on, enter: () => setOn(true), leave };
}

/** Makes everything in #root except the layer inert. Toasts and sheets are rendered outside of it. */
function makeOthersInert(layer: HTMLElement): () => void {
  const madeInert: HTMLElement[] = [];
  for (
    let inner = layer;
    inner.parentElement !== null && inner.parentElement.id !== 'root';
    inner = inner.parentElement
  ) {
    for (const other of inner.parentElement.children) {
      if (other === inner || !(other instanceof HTMLElement) || other.inert) continue;
      other.inert = true;
      madeInert.push(other);
    }
  }
  return () => {
    for (const one of madeInert) one.inert = false;
  };
}

/** Enters the browser's full screen. Failures are ignored: the layer covers the page without it. */
async function enterBrowserFullScreen(isLeft: () => boolean): Promise<void> {
  try {
    const turn = matchMedia(PORTRAIT_PHONE).matches;
    await document.documentElement.requestFullscreen({ navigationUI: 'hide' });
    if (isLeft()) exitBrowserFullScreen();
    else if (turn) await lockableOrientation()?.lock?.('landscape');
  } catch {
    // Refused or not supported.
  }
}

/** `ScreenOrientation.lock`, which TypeScript omits because some browsers lack it. */
function lockableOrientation():
  (ScreenOrientation & { readonly lock?: (to: 'landscape') => Promise<void> }) | undefined {
  return 'orientation' in screen ? screen.orientation : undefined;
}

function exitBrowserFullScreen(): void {
  if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
}
