import { Button } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useOpenIntents } from '../features/ordering/intents/intents.ts';
import { useText } from '../shared/language/language.ts';
import { useUpdate } from './update.ts';

/** Offers a newer build of the page. Hidden while an order is in flight; the page reloads only after a tap. */
export function UpdatePrompt(): ReactNode {
  const t = useText();
  const take = useUpdate((update) => update.take);
  const [busy, setBusy] = useState(false);
  const ordering = useOpenIntents().length > 0;
  if (take === null || ordering) return null;
  const reload = (): void => {
    setBusy(true);
    take();
  };
  return createPortal(
    <section
      aria-label={t('app.updateTitle')}
      className="safe-top pointer-events-none fixed inset-x-0 top-20 z-30 flex justify-center p-3"
    >
      <div className="pointer-events-auto flex w-full max-w-100 animate-rise flex-wrap items-center justify-end gap-2 rounded-surface border border-line bg-raised py-2 ps-4 pe-2 text-ink shadow-sheet">
        <output className="min-w-32 flex-1 text-14 font-medium">{t('app.updateTitle')}</output>
        <Button kind="plain" disabled={busy} onClick={() => useUpdate.setState({ take: null })}>
          {t('app.later')}
        </Button>
        <Button busy={busy} onClick={reload}>
          {t('app.update')}
        </Button>
      </div>
    </section>,
    document.body,
  );
}
