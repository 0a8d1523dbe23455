import { create } from 'zustand';

/** The `beforeinstallprompt` event of browsers that can install the page. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

/** Holds the function that opens the browser's install prompt; null if there is no prompt or it was used. */
export const useInstall = create<{ readonly ask: (() => void) | null }>(() => ({ ask: null }));

/** Stores the browser's install prompt until the visitor asks for it. */
export function listenForInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Suppresses the browser's own banner; the personal center has a button instead.
    event.preventDefault();
    useInstall.setState({
      ask: () => {
        useInstall.setState({ ask: null });
        void (event as InstallOffer).prompt();
      },
    });
  });
}
