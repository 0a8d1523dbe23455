import { ConfirmDialog } from '@fairlot/ui';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { useQuestion } from '../shared/messages/confirm.ts';
import { useText } from '../shared/language/language.ts';

/** Shows the pending question of `confirm()`. */
export function QuestionDialog(): ReactNode {
  const t = useText();
  const { question, count, open, answer } = useQuestion();
  if (question === null) return null;
  return (
    <ConfirmDialog
      open={open}
      title={question.title}
      text={question.text === undefined ? undefined : <Fragment key={count}>{question.text}</Fragment>}
      confirmLabel={question.confirmLabel}
      cancelLabel={question.cancelLabel ?? t('common.cancel')}
      critical={question.critical ?? false}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
      // A new question may have come while the last one was fading.
      onGone={() => useQuestion.setState((now) => (now.open ? now : { question: null }))}
    />
  );
}
