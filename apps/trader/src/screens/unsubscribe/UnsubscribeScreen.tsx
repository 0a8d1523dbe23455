import { Button } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { FormPage } from '../../features/account/FormPage.tsx';
import { useLanguageOf } from '../../features/account/use-language-of.ts';
import { useText } from '../../shared/language/language.ts';
import { api } from '../../shared/services/services.ts';

/**
 * Ends the agreement to news by mail of the client who opened the link of such a mail. The button does it, because mail
 * filters open links too.
 */
export function UnsubscribeScreen(): ReactNode {
  const t = useText();
  const parameters = new URLSearchParams(useLocation().search);
  const token = parameters.get('token') ?? '';
  useLanguageOf(parameters.get('lang'));
  const end = useMutation({ mutationFn: () => api.call('endMarketing', { token }, {}) });
  return (
    <FormPage
      title={t('title.unsubscribe')}
      lead={end.isSuccess ? null : <p className="text-14 text-quiet">{t('unsubscribe.lead')}</p>}
      onSubmit={() => end.mutate()}
    >
      {end.isSuccess ? (
        <output className="text-16 font-semibold">{t('unsubscribe.done')}</output>
      ) : (
        <Button type="submit" wide busy={end.isPending}>
          {t('unsubscribe.submit')}
        </Button>
      )}
    </FormPage>
  );
}
