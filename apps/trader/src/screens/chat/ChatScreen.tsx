import { Spinner } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Screen } from '../../shared/layout/Screen.tsx';
import { useSite } from '../../shared/site/site.ts';
import { useText } from '../../shared/language/language.ts';
import { Chat } from '../../features/chat/Chat.tsx';

/**
 * A helpdesk needs scripts and its own cookies. `allow-scripts` with `allow-same-origin` would void the sandbox only
 * for pages of our own origin, which are never framed.
 */
const HELPDESK_MAY = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox';

/** Customer service: the operator's helpdesk in a frame, or the built-in chat if no helpdesk is configured. */
export function ChatScreen(): ReactNode {
  const t = useText();
  const site = useSite();
  return (
    <Screen title={t('title.chat')} back>
      {site === undefined ? (
        <div className="grid flex-1 animate-late place-items-center text-brand">
          <Spinner size={28} />
        </div>
      ) : isElsewhere(site.serviceLink) ? (
        <Helpdesk link={site.serviceLink} />
      ) : (
        <Chat />
      )}
    </Screen>
  );
}

/** True if a link is https and of another origin; only such a page may be framed. */
function isElsewhere(link: string): boolean {
  return link.startsWith('https://') && URL.canParse(link) && new URL(link).origin !== location.origin;
}

/** A page of another site. Its own origin and the sandbox keep it from accessing or navigating this page. */
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
