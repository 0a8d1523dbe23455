import { ConfirmDialog } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useQuestion } from '../shared/messages/confirm.ts';
import { useText } from '../shared/language/language.ts';

/** Shows the pending question of `confirm()`. */
export function QuestionDialog(): ReactNode {
  const t = useText();
  const { question, open, answer } = useQuestion();
  if (question === null) return null;
  return (
    <ConfirmDialog
      open={open}
      title={question.title}
      text={question.text}
      confirmLabel={question.confirmLabel}
      cancelLabel={question.cancelLabel ?? t('common.cancel')}
      critical={question.critical ?? false}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
      onGone={() => useQuestion.setState({ question: null })}
    />
  );
}
