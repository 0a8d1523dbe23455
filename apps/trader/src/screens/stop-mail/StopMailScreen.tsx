import { Button } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { FormPage } from '../../features/account/FormPage.tsx';
import { useLanguageOf } from '../../features/account/use-language-of.ts';
import { useText } from '../../shared/language/language.ts';
import { api } from '../../shared/services/services.ts';

const NEWS = {
  call: 'endMarketing',
  title: 'title.unsubscribe',
  lead: 'unsubscribe.lead',
  submit: 'unsubscribe.submit',
  done: 'unsubscribe.done',
} as const;
const STATEMENTS = {
  call: 'stopStatementMail',
  title: 'title.stopStatements',
  lead: 'statementMail.stopLead',
  submit: 'statementMail.stop',
  done: 'statementMail.stopped',
} as const;

/**
 * Ends the mails of a kind, which the address names, for the reader of one of them, without a session. Opening the link
 * changes nothing, because mail filters open links too; the button does.
 */
export function StopMailScreen(): ReactNode {
  const t = useText();
  const { pathname, search } = useLocation();
  const parameters = new URLSearchParams(search);
  const token = parameters.get('token') ?? '';
  useLanguageOf(parameters.get('lang'));
  const { call, title, lead, submit, done } = pathname === '/unsubscribe' ? NEWS : STATEMENTS;
  const stop = useMutation({ mutationFn: () => api.call(call, { token }, {}) });
  return (
    <FormPage
      title={t(title)}
      lead={stop.isSuccess ? null : <p className="text-14 text-quiet">{t(lead)}</p>}
      onSubmit={() => stop.mutate()}
    >
      {stop.isSuccess ? (
        <output className="text-16 font-semibold">{t(done)}</output>
      ) : (
        <Button type="submit" wide busy={stop.isPending}>
          {t(submit)}
        </Button>
      )}
    </FormPage>
  );
}
