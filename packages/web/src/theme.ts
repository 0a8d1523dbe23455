export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const DARK = '(prefers-color-scheme: dark)';

/**
 * Sets the theme on the root element; follows the system if the visitor has not chosen. Returns a function that stops
 * following.
 */
export function applyTheme(choice: Theme, onApplied?: () => void): () => void {
  const system = matchMedia(DARK);
  const apply = (): void => {
    document.documentElement.dataset['theme'] = choice === 'system' ? (system.matches ? 'dark' : 'light') : choice;
    onApplied?.();
  };
  apply();
  system.addEventListener('change', apply);
  return () => system.removeEventListener('change', apply);
}
