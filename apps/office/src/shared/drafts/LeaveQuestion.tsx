import { ConfirmDialog, afterLayers, useBackToClose } from '@fairlot/ui';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../language/language.ts';
import { useDrafts } from './drafts.ts';

/** The browser asks before the tab is closed or reloaded while there are drafts. */
export function UnloadQuestion(): null {
  const any = useDrafts((drafts) => Object.keys(drafts.values).length > 0);
  useEffect(() => {
    if (!any) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [any]);
  return null;
}

/** The destination of a press on a link of this page; undefined for other presses, and those that open a new tab. */
function destinationOf(event: MouseEvent): string | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null;
  const to = link?.getAttribute('href')?.slice(1);
  return to === undefined || `#${to}` === location.hash ? undefined : to;
}

export interface LeaveQuestionProps {
  /** True while the screen has a text that leaving would lose. */
  readonly dirty: boolean;
  readonly onDiscard: () => void;
}

const BACK = -1;
type Destination = string | typeof BACK;

/** Asks before a link or the back button leaves a screen with an unsaved text. */
export function LeaveQuestion({ dirty, onDiscard }: LeaveQuestionProps): ReactNode {
  const t = useText();
  const go = useNavigate();
  const [to, setTo] = useState<Destination | null>(null);
  // The way out once the question has closed: until then the question is a layer in the browser's history.
  const [left, setLeft] = useState<Destination | null>(null);
  // The back button takes this layer away first; it comes back when the answer is to stay.
  useBackToClose(dirty && to === null, () => setTo(BACK));
  useEffect(() => {
    if (!dirty) return undefined;
    const hold = (event: MouseEvent): void => {
      const destination = destinationOf(event);
      if (destination === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      setTo(destination);
    };
    document.addEventListener('click', hold, { capture: true });
    return () => document.removeEventListener('click', hold, { capture: true });
  }, [dirty]);
  const leave = (): void => {
    onDiscard();
    setLeft(to);
    setTo(null);
  };
  const gone = (): void => {
    setLeft(null);
    if (left === BACK) afterLayers(() => void go(BACK));
    else if (left !== null) afterLayers(() => void go(left));
  };
  return (
    <DiscardQuestion
      open={to !== null}
      title={t('draft.leave')}
      onDiscard={leave}
      onStay={() => setTo(null)}
      onGone={gone}
    />
  );
}

interface DiscardQuestionProps {
  readonly open: boolean;
  readonly title: string;
  readonly onDiscard: () => void;
  readonly onStay: () => void;
  readonly onGone?: () => void;
}

/** Asks whether an unsaved text may be lost. */
export function DiscardQuestion({ open, title, onDiscard, onStay, onGone }: DiscardQuestionProps): ReactNode {
  const t = useText();
  return (
    <ConfirmDialog
      open={open}
      title={title}
      text={t('draft.lost')}
      critical
      confirmLabel={t('draft.discard')}
      cancelLabel={t('draft.stay')}
      onConfirm={onDiscard}
      onCancel={onStay}
      {...(onGone === undefined ? {} : { onGone })}
    />
  );
}
