/** Nothing but an on-screen keyboard takes that much of the height. */
const KEYBOARD_PX = 120;

/**
 * Keeps the page as high as what the on-screen keyboard leaves, and the field that is typed into in view.
 * `--app-height` is the visible height, `--keyboard` what covers the bottom of the layout. Returns how to stop.
 */
export function followKeyboard(): () => void {
  const viewport = globalThis.visualViewport;
  if (viewport === null) return () => undefined;
  const root = document.documentElement;
  // What the page had before a keyboard came, at this width: a turned phone starts anew.
  let full = { width: 0, height: 0 };
  const update = (): void => {
    // A page zoomed by pinching has a small visual viewport without any keyboard.
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
    // iOS scrolls the document under the keyboard although it is no higher than the screen.
    if (scrollY > 0) scrollTo(0, 0);
  };
  viewport.addEventListener('resize', update);
  viewport.addEventListener('scroll', update);
  document.addEventListener('focusout', update);
  update();
  return () => {
    viewport.removeEventListener('resize', update);
    viewport.removeEventListener('scroll', update);
    document.removeEventListener('focusout', update);
  };
}

function isTyping(): boolean {
  const element = document.activeElement;
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

const DARK = '(prefers-color-scheme: dark)';

/** Puts the theme on the root element, following the system where the visitor did not choose. Returns how to stop. */
export function applyTheme(choice: 'system' | 'light' | 'dark'): () => void {
  const system = matchMedia(DARK);
  const apply = (): void => {
    const theme = choice === 'system' ? (system.matches ? 'dark' : 'light') : choice;
    document.documentElement.dataset['theme'] = theme;
    const canvas = getComputedStyle(document.documentElement).getPropertyValue('--canvas').trim();
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', canvas);
  };
  apply();
  system.addEventListener('change', apply);
  return () => system.removeEventListener('change', apply);
}
