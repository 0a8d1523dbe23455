import { SpinnerOverlay, ToastViewport } from '@fairlot/ui';
import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import { useQuestion } from '../shared/confirm.ts';
import { useSpinner } from '../shared/services.ts';
import { useShortcuts } from '../shared/shortcuts.ts';
import { useText } from '../shared/text.ts';
import { closeToast, useToasts } from '../shared/toast.ts';
import { useUpdate } from './update.ts';

const Question = lazy(async () => ({ default: (await import('./QuestionDialog.tsx')).QuestionDialog }));
const Update = lazy(async () => ({ default: (await import('./UpdatePrompt.tsx')).UpdatePrompt }));
const Shortcuts = lazy(async () => ({ default: (await import('./shortcuts/ShortcutList.tsx')).ShortcutList }));

/** What lies over every screen: the spinner, messages, questions, the list of shortcuts, and the offer of a newer page. */
export function Overlays(): ReactNode {
  const text = useText();
  const running = useSpinner((spinner) => spinner.running);
  const messages = useToasts((toasts) => toasts.messages);
  const asked = useQuestion((pending) => pending.question !== null);
  const updatable = useUpdate(({ take }) => take !== null);
  const listed = useShortcuts((shortcuts) => shortcuts.listed);
  const [wereListed, setWereListed] = useState(listed);
  // Once it was there it stays, to leave as it came.
  if (listed && !wereListed) setWereListed(true);
  return (
    <>
      <SpinnerOverlay open={running > 0} label={text('common.loading')} />
      <ToastViewport messages={messages} closeLabel={text('common.close')} onClose={closeToast} />
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
