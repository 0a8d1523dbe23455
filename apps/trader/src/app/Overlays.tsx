import { SpinnerOverlay, ToastViewport } from '@fairlot/ui';
import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useQuestion } from '../shared/messages/confirm.ts';
import { useSpinner } from '../shared/services/services.ts';
import { useShortcuts } from '../shared/device/shortcuts.ts';
import { useText } from '../shared/language/language.ts';
import { closeToast, useToasts } from '@fairlot/web';
import { useUpdate } from './update.ts';

const Question = lazy(async () => ({ default: (await import('./QuestionDialog.tsx')).QuestionDialog }));
const Update = lazy(async () => ({ default: (await import('./UpdatePrompt.tsx')).UpdatePrompt }));
const Shortcuts = lazy(async () => ({ default: (await import('./shortcuts/ShortcutList.tsx')).ShortcutList }));

/** Global overlays: spinner, toasts, confirm dialog, shortcut list and update prompt. */
export function Overlays(): ReactNode {
  const t = useText();
  // Rendered again after a navigation: the toasts move out of the way of other bars.
  useLocation();
  const running = useSpinner((spinner) => spinner.running);
  const messages = useToasts((toasts) => toasts.messages);
  const asked = useQuestion((pending) => pending.question !== null);
  const updatable = useUpdate(({ take }) => take !== null);
  const listed = useShortcuts((shortcuts) => shortcuts.listed);
  const [wereListed, setWereListed] = useState(listed);
  // Stays mounted after the first opening, so that the closing animation can run.
  if (listed && !wereListed) setWereListed(true);
  return (
    <>
      <SpinnerOverlay open={running > 0} label={t('common.loading')} />
      <ToastViewport messages={messages} closeLabel={t('common.close')} onClose={closeToast} />
      {asked ? (
        <Suspense>
          <Question />
        </Suspense>
      ) : null}
      {wereListed ? (
        <Suspense>
          <Shortcuts />
        </Suspense>
      ) : null}
      {updatable ? (
        <Suspense>
          <Update />
        </Suspense>
      ) : null}
    </>
  );
}
