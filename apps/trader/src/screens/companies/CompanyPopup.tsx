import type { Company } from '@fairlot/client';
import { isolateWords } from '@fairlot/i18n';
import { Button, Dialog } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';
import { showToast } from '@fairlot/web';
import { companyCookie } from './company-cookie.ts';
import { CompanyLogo } from './CompanyLogo.tsx';
import { checkCompany } from './company-status.ts';

/** Details of a company, with a button that selects it for three years. */
export function CompanyPopup({
  company,
  onClose,
}: {
  readonly company: Company | null;
  readonly onClose: () => void;
}): ReactNode {
  // The popup keeps its content during the closing animation.
  const [shown, setShown] = useState(company);
  if (company !== null && company !== shown) setShown(company);
  if (shown === null) return null;
  return (
    <Dialog
      open={company !== null}
      onClose={onClose}
      title={
        <span className="flex items-center gap-3">
          <CompanyLogo company={shown} />
          <bdi className="min-w-0 wrap-anywhere">{shown.name}</bdi>
        </span>
      }
    >
      <Facts company={shown} />
      <EnterButtons company={shown} onClose={onClose} />
    </Dialog>
  );
}

function Facts({ company }: { readonly company: Company }): ReactNode {
  const t = useText();
  const facts = [
    { name: t('product.website'), value: company.url.replace(/^https?:\/\/|\/$/g, ''), href: company.url },
    { name: t('product.subject'), value: company.subject },
    { name: t('product.registered'), value: company.registeredAddress },
    { name: t('product.office'), value: company.location },
    { name: t('product.email'), value: company.email, href: `mailto:${company.email}` },
  ].filter(({ value }) => value !== '');
  if (facts.length === 0) return <p className="mt-4 text-14 text-quiet">{t('product.nothing')}</p>;
  return (
    <dl className="mt-4 flex flex-col gap-3">
      {facts.map(({ name, value, href }) => (
        <div key={name}>
          <dt className="text-12 text-quiet">{name}</dt>
          <dd className="text-16 wrap-anywhere">
            {href === undefined ? (
              <bdi>{value}</bdi>
            ) : (
              <a href={href} target="_blank" rel="noopener noreferrer" className="text-brand underline">
                <bdi>{breakable(value)}</bdi>
              </a>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Allows line breaks after the slashes of a URL. */
function breakable(address: string): ReactNode {
  const parts = address.split('/');
  return parts.map((part, index) =>
    index === 0 ? (
      part
    ) : (
      <Fragment key={parts.slice(0, index + 1).join('/')}>
        /<wbr />
        {part}
      </Fragment>
    ),
  );
}

function EnterButtons({ company, onClose }: { readonly company: Company; readonly onClose: () => void }): ReactNode {
  const t = useText();
  const enter = useMutation({
    mutationFn: () => {
      document.cookie = companyCookie(company.id, location.protocol === 'https:');
      return checkCompany();
    },
    onSuccess: () => {
      showToast(t('product.entered', { company: isolateWords(company.name) }), 'done');
      onClose();
    },
  });
  return (
    <div className="mt-5 flex flex-col gap-2">
      <Button wide busy={enter.isPending} onClick={() => enter.mutate()}>
        {t('product.enter')}
      </Button>
      <Button wide kind="plain" onClick={onClose}>
        {t('common.close')}
      </Button>
    </div>
  );
}
