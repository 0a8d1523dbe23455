import { SpinnerOverlay, ToastViewport } from '@fairlot/ui';
import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import { useQuestion } from '../shared/confirm.ts';
import { useSpinner } from '../shared/services.ts';
import { useText } from '../shared/text.ts';
import { closeToast, useToasts } from '../shared/toast.ts';
import { useUpdate } from './update.ts';

const Question = lazy(async () => ({ default: (await import('./QuestionDialog.tsx')).QuestionDialog }));
const Update = lazy(async () => ({ default: (await import('./UpdatePrompt.tsx')).UpdatePrompt }));

/** What lies over every screen: the spinner, messages, questions, and the offer of a newer page. */
export function Overlays(): ReactNode {
  const text = useText();
  const running = useSpinner((spinner) => spinner.running);
  const messages = useToasts((toasts) => toasts.messages);
  const asked = useQuestion((pending) => pending.question !== null);
  const updatable = useUpdate(({ take }) => take !== null);
  return (
    <>
      <SpinnerOverlay open={running > 0} label={text('common.loading')} />
      <ToastViewport messages={messages} closeLabel={text('common.close')} onClose={closeToast} />
      {asked ? <Suspense><Question /></Suspense> : null}
      {updatable ? <Suspense><Update /></Suspense> : null}
    </>
  );
}
