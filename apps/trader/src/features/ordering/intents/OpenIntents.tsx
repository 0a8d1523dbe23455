import type { Intent } from '@fairlot/client';
import { Button, Icon } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/language/language.ts';
import { useIntentState, useOpenIntents } from './intents.ts';

/** Warnings for commands of an earlier page or another screen whose outcome is unknown and whose retries have ended. */
export function OpenIntents(): ReactNode {
  return useOpenIntents().map((intent) => <OpenIntent key={intent.intent.key} intent={intent} />);
}

function OpenIntent({ intent }: { readonly intent: Intent }): ReactNode {
  const t = useText();
  const state = useIntentState(intent);
  if (state?.phase !== 'unknown' || state.asking) return null;
  return (
    <section className="flex shrink-0 flex-wrap items-center gap-x-2 border-b border-line bg-notice-soft px-4 py-2 text-14 text-notice">
      <Icon name="warning" size={20} />
      <p role="alert" className="min-w-0 flex-1 basis-60">
        {t('trade.ticket.unknownStill')}
      </p>
      <div className="ms-auto flex">
        <Button kind="plain" onClick={() => intent.dismiss()}>
          {t('trade.ticket.putAside')}
        </Button>
        <Button kind="plain" onClick={() => intent.askAgain()}>
          {t('trade.ticket.askAgain')}
        </Button>
      </div>
    </section>
  );
}
