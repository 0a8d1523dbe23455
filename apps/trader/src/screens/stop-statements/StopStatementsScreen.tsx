import { Button } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { FormPage } from '../../features/account/FormPage.tsx';
import { useLanguageOf } from '../../features/account/use-language-of.ts';
import { useText } from '../../shared/language/language.ts';
import { api } from '../../shared/services/services.ts';

/**
 * Ends the mails about daily statements for the reader of one of them, without a session. Opening the link changes
 * nothing, because mail filters open links too; the button does.
 */
export function StopStatementsScreen(): ReactNode {
  const t = useText();
  const parameters = new URLSearchParams(useLocation().search);
  const token = parameters.get('token') ?? '';
  useLanguageOf(parameters.get('lang'));
  const stop = useMutation({ mutationFn: () => api.call('stopStatementMail', { token }, {}) });
  return (
    <FormPage
      title={t('title.stopStatements')}
      lead={stop.isSuccess ? null : <p className="text-14 text-quiet">{t('statementMail.stopLead')}</p>}
      onSubmit={() => stop.mutate()}
    >
      {stop.isSuccess ? (
        <output className="text-16 font-semibold">{t('statementMail.stopped')}</output>
      ) : (
        <Button type="submit" wide busy={stop.isPending}>
          {t('statementMail.stop')}
        </Button>
      )}
    </FormPage>
  );
}
