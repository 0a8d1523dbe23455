import { Button, EmptyState, Skeleton } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useCopy } from '../../shared/messages/copy.ts';
import { Screen, ScreenBody } from '../../shared/layout/Screen.tsx';
import { useSite } from '../../shared/site/site.ts';
import { useText } from '../../shared/language/language.ts';

/** Email addresses of the operator: the company's, and the one for complaints. */
export function EmailScreen(): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const site = useSite();
  const addresses = [
    { name: t('contact.company'), email: site?.companyEmail ?? '' },
    { name: t('contact.complaint'), email: site?.complaintEmail ?? '' },
  ].filter(({ email }) => email !== '');
  return (
    <Screen title={t('title.email')} back>
      <ScreenBody>
        <div className="gutter mx-auto flex max-w-105 flex-col gap-4 py-6">
          {site === undefined ? <Skeleton shape="h-32 w-full" /> : null}
          {addresses.map(({ name, email }) => (
            <Address key={name} name={name} email={email} />
          ))}
          {site !== undefined && addresses.length === 0 ? (
            <EmptyState
              art="messages"
              title={t('contact.none')}
              text={t('contact.noneText')}
              action={
                <Button kind="secondary" onClick={() => void navigate('/mine/chat')}>
                  {t('contact.toChat')}
                </Button>
              }
            />
          ) : null}
        </div>
      </ScreenBody>
    </Screen>
  );
}

function Address({ name, email }: { readonly name: string; readonly email: string }): ReactNode {
  const t = useText();
  const copy = useCopy();
  return (
    <section className="rounded-surface border border-line bg-surface p-4">
      <h2 className="text-14 text-quiet">{name}</h2>
      <p className="mt-1 mb-4 text-20 font-semibold select-all wrap-anywhere">
        <EmailParts email={email} />
      </p>
      <Button wide kind="secondary" onClick={() => copy(email)}>
        {t('contact.copy')}
      </Button>
    </section>
  );
}

/** An email address that wraps only after its @. A break at a hyphen would look like hyphenation. */
function EmailParts({ email }: { readonly email: string }): ReactNode {
  const at = email.lastIndexOf('@') + 1;
  return (
    <bdi dir="ltr">
      <span className="inline-block max-w-full">{email.slice(0, at)}</span>
      <span className="inline-block max-w-full">{email.slice(at)}</span>
    </bdi>
  );
}
