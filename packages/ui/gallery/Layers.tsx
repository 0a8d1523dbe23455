import { useState } from 'react';
import type { ReactNode } from 'react';
import {
  Button,
  ConfirmDialog,
  Dialog,
  Drawer,
  Sheet,
  SpinnerOverlay,
  TextField,
  ToastViewport,
} from '../src/index.ts';
import type { ToastMessage } from '../src/index.ts';
import { Section } from './Section.tsx';

const LAYERS = ['sheet', 'high sheet', 'drawer', 'dialog', 'question', 'critical question', 'waiting'] as const;
type Layer = (typeof LAYERS)[number];
const WAITING_MS = 2000;
const LINES = Array.from({ length: 40 }, (_, index) => `Line ${index + 1}`);
const MESSAGES: readonly ToastMessage[] = [
  { id: 1, kind: 'done', text: 'Your order was filled.' },
  { id: 2, kind: 'info', text: 'A new version is there.' },
  { id: 3, kind: 'error', text: 'The server could not be reached.' },
];

/** Layers above the page: sheets, drawers, dialogs and toasts. */
export function Layers(): ReactNode {
  const [open, setOpen] = useState<Layer>();
  const [messages, setMessages] = useState<readonly ToastMessage[]>([]);
  const close = (): void => setOpen(undefined);
  const show = (layer: Layer): void => {
    setOpen(layer);
    if (layer === 'waiting') setTimeout(close, WAITING_MS);
  };
  return (
    <Section title="Layers">
      {LAYERS.map((layer) => (
        <Button key={layer} kind="secondary" onClick={() => show(layer)}>{`Open ${layer}`}</Button>
      ))}
      <Button kind="secondary" onClick={() => setMessages(MESSAGES)}>
        Show messages
      </Button>
      <Sheet
        open={open === 'sheet'}
        onClose={close}
        title="A sheet"
        closeLabel="Close"
        footer={
          <div className="p-4">
            <Button wide onClick={close}>
              Done
            </Button>
          </div>
        }
      >
        <div className="p-4">
          <TextField label="A field" value="" onValue={() => undefined} />
        </div>
      </Sheet>
      <Sheet open={open === 'high sheet'} onClose={close} title="A high sheet" closeLabel="Close" height={90}>
        <Lines />
      </Sheet>
      <Drawer open={open === 'drawer'} onClose={close} title="A drawer" closeLabel="Close">
        <Lines />
      </Drawer>
      <Dialog open={open === 'dialog'} onClose={close} title="A dialog">
        <p className="my-3 text-14 text-quiet">A message in the middle of the page.</p>
        <Button wide onClick={close}>
          Close
        </Button>
      </Dialog>
      <Question open={open === 'question'} onClose={close} />
      <Question open={open === 'critical question'} onClose={close} critical />
      <SpinnerOverlay open={open === 'waiting'} label="Loading" />
      <ToastViewport
        messages={messages}
        closeLabel="Close"
        onClose={(id) => setMessages(messages.filter((message) => message.id !== id))}
      />
    </Section>
  );
}

function Question({
  open,
  onClose,
  critical = false,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly critical?: boolean;
}): ReactNode {
  return (
    <ConfirmDialog
      open={open}
      title="Close this position?"
      text="Buy 0.50 EUR/USD at the market."
      confirmLabel="Close position"
      cancelLabel="Cancel"
      critical={critical}
      onConfirm={onClose}
      onCancel={onClose}
    />
  );
}

function Lines(): ReactNode {
  return (
    <ul className="min-h-0 overflow-y-auto p-4">
      {LINES.map((line) => (
        <li key={line} className="border-b border-line">
          <button type="button" className="touch w-full text-start">
            {line}
          </button>
        </li>
      ))}
    </ul>
  );
}
