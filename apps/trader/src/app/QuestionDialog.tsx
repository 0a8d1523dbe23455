import { ConfirmDialog } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useQuestion } from '../shared/confirm.ts';
import { useText } from '../shared/text.ts';

/** Shows the pending question of `confirm()`. */
export function QuestionDialog(): ReactNode {
  const text = useText();
  const { question, open, answer } = useQuestion();
  if (question === null) return null;
  return (
    <ConfirmDialog
      open={open}
      title={question.title}
      text={question.text}
      confirmLabel={question.confirmLabel}
      cancelLabel={question.cancelLabel ?? text('common.cancel')}
      critical={question.critical ?? false}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
      onGone={() => useQuestion.setState({ question: null })}
    />
  );
}
