import type { Intent } from '@fairlot/client';
import { Button, Icon } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../shared/text.ts';
import { useIntentState, useOpenIntents } from './intents.ts';

/** Instructions of an earlier page, or of another screen, whose outcome is not known and that nobody asks about any more. */
export function OpenIntents(): ReactNode {
  return useOpenIntents().map((intent) => <OpenIntent key={intent.intent.key} intent={intent} />);
}

function OpenIntent({ intent }: { readonly intent: Intent }): ReactNode {
  const text = useText();
  const state = useIntentState(intent);
  if (state?.phase !== 'unknown' || state.asking) return null;
  return (
    <section className="flex shrink-0 flex-wrap items-center gap-x-2 border-b border-line bg-notice-soft px-4 py-2 text-14 text-notice">
      <Icon name="warning" size={20} />
      <p role="alert" className="min-w-0 flex-1 basis-60">
        {text('trade.ticket.unknownStill')}
      </p>
      <div className="ms-auto flex">
        <Button kind="plain" onClick={() => intent.dismiss()}>
          {text('trade.ticket.putAside')}
        </Button>
        <Button kind="plain" onClick={() => intent.askAgain()}>
          {text('trade.ticket.askAgain')}
        </Button>
      </div>
    </section>
  );
}
