import { Spinner } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Screen } from '../../shared/Screen.tsx';
import { useSite } from '../../shared/site.ts';
import { useText } from '../../shared/text.ts';
import { Chat } from './Chat.tsx';

/** A helpdesk needs programs and its own cookies; the two together are harmful only to pages of our own origin, which are not framed. */
const HELPDESK_MAY = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox';

/** Customer service: the operator's own helpdesk in a frame, or the chat of this site where none is named. */
export function ChatScreen(): ReactNode {
  const t = useText();
  const site = useSite();
  return (
    <Screen title={t('title.chat')} back>
      {site === undefined ? (
        <div className="grid flex-1 animate-late place-items-center text-brand">
          <Spinner size={28} />
        </div>
      ) : isElsewhere(site.service_link) ? (
        <Helpdesk link={site.service_link} />
      ) : (
        <Chat />
      )}
    </Screen>
  );
}

/** Whether a link leads to another site: only such a page may be framed. */
function isElsewhere(link: string): boolean {
  return link.startsWith('https://') && URL.canParse(link) && new URL(link).origin !== location.origin;
}

/** Another site's page. It keeps its own origin, so it can neither reach this page nor lead it away. */
function Helpdesk({ link }: { readonly link: string }): ReactNode {
  const t = useText();
  return (
    <iframe
      src={link}
      title={t('chat.frame')}
      referrerPolicy="no-referrer"
      sandbox={HELPDESK_MAY}
      className="min-h-0 w-full flex-1 border-0"
    />
  );
}
