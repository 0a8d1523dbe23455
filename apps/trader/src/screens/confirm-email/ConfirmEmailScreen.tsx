import { Button } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { FormPage } from '../../features/account/FormPage.tsx';
import { useLanguageOf } from '../../features/account/use-language-of.ts';
import { useText } from '../../shared/language/language.ts';
import { api } from '../../shared/services/services.ts';

/**
 * Confirms a change of an email address for the mailbox that got the link. Opening the link changes nothing, because mail
 * filters open links too; the button does.
 */
export function ConfirmEmailScreen(): ReactNode {
  const parameters = new URLSearchParams(useLocation().search);
  const token = parameters.get('token') ?? '';
  useLanguageOf(parameters.get('lang'));
  // The link of the other mailbox may be opened in the same tab, and starts afresh there.
  return <Confirmation key={token} token={token} />;
}

function Confirmation({ token }: { readonly token: string }): ReactNode {
  const t = useText();
  const confirm = useMutation({ mutationFn: () => api.call('confirmEmailChange', { token }, {}) });
  const answer = confirm.data;
  return (
    <FormPage
      title={t('title.confirmEmail')}
      lead={answer === undefined ? <p className="text-14 text-quiet">{t('confirmEmail.lead')}</p> : null}
      onSubmit={() => confirm.mutate()}
    >
      {answer === undefined ? (
        <Button type="submit" wide busy={confirm.isPending}>
          {t('confirmEmail.submit')}
        </Button>
      ) : (
        <output className="flex flex-col gap-2">
          <span className="text-16 font-semibold">
            {t(answer.changed ? 'confirmEmail.changed' : 'confirmEmail.waits')}
          </span>
          <span className="text-14 text-quiet">
            {t(answer.changed ? 'confirmEmail.changedText' : 'confirmEmail.waitsText')}
          </span>
        </output>
      )}
    </FormPage>
  );
}
