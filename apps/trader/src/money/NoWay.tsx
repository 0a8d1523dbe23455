import { Button, EmptyState } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../shared/text.ts';

/** The operator offers no deposits or withdrawals this way at present; customer service knows more. */
export function NoWay({ title }: { readonly title: string }): ReactNode {
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
