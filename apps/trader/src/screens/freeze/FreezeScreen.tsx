import { Button } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { FormPage } from '../../features/account/FormPage.tsx';
import { useLanguageOf } from '../../features/account/use-language-of.ts';
import { useText } from '../../shared/language/language.ts';
import { api } from '../../shared/services/services.ts';

/**
 * Freezes the account of the owner who opened the link of a notice. Opening the link changes nothing, because mail
 * filters open links too; the button does.
 */
export function FreezeScreen(): ReactNode {
  const t = useText();
  const parameters = new URLSearchParams(useLocation().search);
  const token = parameters.get('token') ?? '';
  useLanguageOf(parameters.get('lang'));
  const freeze = useMutation({ mutationFn: () => api.call('freezeByLink', { token }, {}) });
  return (
    <FormPage
      title={t('title.freeze')}
      lead={freeze.isSuccess ? null : <p className="text-14 text-quiet">{t('freeze.lead')}</p>}
      onSubmit={() => freeze.mutate()}
    >
      {freeze.isSuccess ? (
        <output className="flex flex-col gap-2">
          <span className="text-16 font-semibold">{t('freeze.done')}</span>
          <span className="text-14 text-quiet">{t('freeze.doneText')}</span>
        </output>
      ) : (
        <Button kind="critical" type="submit" wide busy={freeze.isPending}>
          {t('freeze.submit')}
        </Button>
      )}
    </FormPage>
  );
}
