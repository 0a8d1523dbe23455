import { create } from 'zustand';

/** The browser's own offer to install the page, in the browsers that make one. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

/** Asks the user whether to install the page; null where the browser offers nothing, or has done so. */
export const useInstall = create<{ readonly ask: (() => void) | null }>(() => ({ ask: null }));

addEventListener('beforeinstallprompt', (event) => {
  // The offer stands in the personal center, where it interrupts nobody.
  event.preventDefault();
  useInstall.setState({
    ask: () => {
      useInstall.setState({ ask: null });
      void (event as InstallOffer).prompt();
    },
  });
});
