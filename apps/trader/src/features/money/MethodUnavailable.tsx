import { Button, EmptyState } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../shared/language/language.ts';

/** The empty state of a payment method that the operator does not offer at present; leads to customer service. */
export function MethodUnavailable({ title }: { readonly title: string }): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  return (
    <EmptyState
      art="closed"
      title={title}
      text={t('charge.noneHint')}
      action={
        <Button kind="secondary" onClick={() => void navigate('/mine/chat')}>
          {t('contact.toChat')}
        </Button>
      }
    />
  );
}
