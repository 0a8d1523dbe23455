import { USER_TEXT_MAX } from '@fairlot/contract';
import { writtenDirection } from '@fairlot/i18n';
import { Button, EmptyState, Segmented } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useStableKey } from '../../shared/forms/stable-key.ts';
import { Screen, ScreenBody } from '../../shared/layout/Screen.tsx';
import { api } from '../../shared/services/services.ts';
import { useIsSignedIn } from '../../shared/session/session.ts';
import { signInPath } from '../../shared/session/session-lost.ts';
import { useSite } from '../../shared/site/site.ts';
import { LiveRegion } from '../../shared/messages/LiveRegion.tsx';
import { useText } from '../../shared/language/language.ts';

type Kind = 'suggestion' | 'complaint';

/**
 * Sends feedback to the operator. Signed-in users are answered in the support chat; visitors see the address for
 * complaints.
 */
export function FeedbackScreen(): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const signedIn = useIsSignedIn();
  const email = useSite()?.complaintEmail ?? '';
  const [done, setDone] = useState(false);
  return (
    <Screen title={t('title.feedback')} back>
      <ScreenBody>
        <div className="gutter mx-auto flex max-w-105 flex-col gap-6 py-6">
          {/* Announces the thanks to screen readers; a toast as well would be redundant. */}
          <LiveRegion words={done ? t('feedback.done') : ''} />
          {done ? <Thanks onAnother={() => setDone(false)} /> : null}
          {signedIn && !done ? <FeedbackForm onDone={() => setDone(true)} /> : null}
          {signedIn ? null : (
            <EmptyState
              art="messages"
              title={t('feedback.signIn')}
              text={t('feedback.signInText')}
              action={<Button onClick={() => void navigate(signInPath('/feedback'))}>{t('title.login')}</Button>}
            />
          )}
          {email === '' ? null : (
            <p className="text-center text-14 text-quiet">
              {t('feedback.orEmail')}{' '}
              <a href={`mailto:${email}`} className="text-brand underline">
                <bdi dir="ltr">{email}</bdi>
              </a>
            </p>
          )}
        </div>
      </ScreenBody>
    </Screen>
  );
}

function FeedbackForm({ onDone }: { readonly onDone: () => void }): ReactNode {
  const t = useText();
  const id = useId();
  const keyFor = useStableKey();
  const [kind, setKind] = useState<Kind>('suggestion');
  const [text, setText] = useState('');
  const submit = useMutation({
    mutationFn: () => {
      const input = { kind, text: text.trim() };
      return api.call('feedbackSubmit', input, { key: keyFor(input) });
    },
    onSuccess: onDone,
  });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit.mutate();
      }}
    >
      <p className="text-14 text-quiet">{t('feedback.lead')}</p>
      <Segmented
        label={t('feedback.kind')}
        value={kind}
        onChange={setKind}
        options={[
          { value: 'suggestion', label: t('feedback.suggestion') },
          { value: 'complaint', label: t('feedback.complaint') },
        ]}
      />
      <div>
        <label htmlFor={id} className="mb-1 block text-12 text-quiet">
          {t('feedback.text')}
        </label>
        <textarea
          id={id}
          rows={6}
          maxLength={USER_TEXT_MAX}
          value={text}
          dir={writtenDirection(text)}
          onChange={(event) => setText(event.target.value)}
          className="block w-full rounded-control border border-line-strong bg-surface p-3 text-16 text-ink focus:border-brand focus:outline-1 focus:outline-brand"
        />
      </div>
      <Button type="submit" wide disabled={text.trim() === ''} busy={submit.isPending}>
        {t('feedback.submit')}
      </Button>
    </form>
  );
}

function Thanks({ onAnother }: { readonly onAnother: () => void }): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  return (
    <EmptyState
      art="messages"
      title={t('feedback.done')}
      text={t('feedback.doneText')}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          <Button onClick={() => void navigate('/mine/chat')}>{t('feedback.toChat')}</Button>
          <Button kind="secondary" onClick={onAnother}>
            {t('feedback.another')}
          </Button>
        </span>
      }
    />
  );
}
