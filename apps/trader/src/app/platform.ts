/** Only an on-screen keyboard reduces the height by more than this. */
const KEYBOARD_PX = 120;

/**
 * Fits the page into the height that the on-screen keyboard leaves, and keeps the focused field in view. `--app-height`
 * is the visible height, `--keyboard` the height covered at the bottom of the layout, both in px.
 */
export function followKeyboard(): void {
  const viewport = globalThis.visualViewport;
  if (viewport === null) return;
  const root = document.documentElement;
  // Height without a keyboard at the current width. Turning the phone changes the width and resets it.
  let full = { width: 0, height: 0 };
  const update = (): void => {
    // Pinch zoom also shrinks the visual viewport, without any keyboard.
    if (viewport.scale > 1.01) return;
    const covered = Math.max(0, innerHeight - viewport.height - viewport.offsetTop);
    root.style.setProperty('--app-height', `${viewport.height}px`);
    root.style.setProperty('--keyboard', `${covered}px`);
    full = {
      width: innerWidth,
      height: full.width === innerWidth ? Math.max(full.height, viewport.height) : viewport.height,
    };
    root.toggleAttribute('data-keyboard', isTyping() && full.height - viewport.height > KEYBOARD_PX);
    if (isTyping()) document.activeElement?.scrollIntoView({ block: 'nearest' });
    // iOS scrolls the document under the keyboard although it is no taller than the screen.
    if (scrollY > 0) scrollTo(0, 0);
  };
  viewport.addEventListener('resize', update);
  viewport.addEventListener('scroll', update);
  document.addEventListener('focusout', update);
  update();
}

function isTyping(): boolean {
  const element = document.activeElement;
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

/** Gives the browser's own bars the page's background colour. */
export function tintBrowser(): void {
  const canvas = getComputedStyle(document.documentElement).getPropertyValue('--canvas').trim();
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', canvas);
}
