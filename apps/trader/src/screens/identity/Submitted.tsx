import type { ReactNode } from 'react';
import { TextLink } from '../../features/account/TextLink.tsx';
import { PrivateImage } from '../../shared/images/PrivateImage.tsx';
import { useText } from '../../shared/language/language.ts';
import type { Identity } from '@fairlot/client';
import { Notice } from './Notice.tsx';

/** The submitted data, read-only, with the images and the status. */
export function Submitted({ identity }: { readonly identity: Identity }): ReactNode {
  const t = useText();
  const finished = identity.status === 'verified';
  return (
    <div className="flex flex-col gap-4">
      {/* Scrolls to the status, because the form may have been scrolled down. */}
      <div ref={intoView}>
        <Notice
          icon={finished ? 'check' : 'clock'}
          title={t(finished ? 'identity.finishedTitle' : 'identity.waitingTitle')}
        >
          {t(finished ? 'identity.finishedText' : 'identity.waitingText')}
        </Notice>
      </div>
      <dl className="divide-y divide-line rounded-surface border border-line bg-surface px-4">
        <Fact name={t('identity.name')}>
          <bdi>{identity.name}</bdi>
        </Fact>
        <Fact name={t('identity.cardId')}>
          <bdi className="figure" dir="ltr">
            {identity.cardId}
          </bdi>
        </Fact>
      </dl>
      <Side label={t('identity.front')} url={identity.frontPic} />
      <Side label={t('identity.reverse')} url={identity.reversePic} />
      <p className="text-center">
        <TextLink to="/mine/chat">{t('title.chat')}</TextLink>
      </p>
    </div>
  );
}

const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'center' });

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="py-3">
      <dt className="text-12 text-quiet">{name}</dt>
      <dd className="text-16 wrap-anywhere">{children}</dd>
    </div>
  );
}

function Side({ label, url }: { readonly label: string; readonly url: string }): ReactNode {
  return (
    <figure>
      <figcaption className="mb-1 text-12 text-quiet">{label}</figcaption>
      <PrivateImage url={url} alt={label} />
    </figure>
  );
}
