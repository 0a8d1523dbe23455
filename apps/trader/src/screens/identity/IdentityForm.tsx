import { uniqueKey, submitIdentity } from '@fairlot/client';
import { MAX_CARD_ID_LENGTH, MAX_NAME_LENGTH } from '@fairlot/contract';
import { writtenDirection } from '@fairlot/i18n';
import { Button, TextField } from '@fairlot/ui';
import { storeAnswer } from '@fairlot/web';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { ImageUpload } from '../../shared/images/ImageUpload.tsx';
import { api } from '../../shared/services/services.ts';
import { showProblems } from '../../shared/forms/show-problems.ts';
import { useText } from '../../shared/language/language.ts';
import { problemsOf } from './form.ts';
import type { IdentityDraft } from './form.ts';
import { useIdentityQuery } from '../../features/account/identity-query.ts';
import type { Identity } from '@fairlot/client';
import { Notice } from './Notice.tsx';

/** The verification form: name, number and both sides of a document. After a rejection it shows the reason. */
export function IdentityForm({ last }: { readonly last: Identity }): ReactNode {
  const t = useText();
  const [draft, setDraft] = useState<IdentityDraft>({
    name: last.name,
    cardId: '',
    front: undefined,
    reverse: undefined,
  });
  const [asked, setAsked] = useState(false);
  const submit = useSubmit();
  const problems = asked ? problemsOf(draft) : {};
  const change = (more: Partial<IdentityDraft>): void => setDraft((now) => ({ ...now, ...more }));
  const sides = problems.sides === undefined ? undefined : t(`identity.${problems.sides}`);
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (Object.keys(problemsOf(draft)).length === 0) submit.mutate(draft);
        else showProblems(event.currentTarget, () => setAsked(true));
      }}
    >
      {last.reason === '' ? null : (
        <Notice critical icon="warning" title={t('identity.rejectedTitle')}>
          <bdi dir={writtenDirection(last.reason)}>{last.reason}</bdi>
        </Notice>
      )}
      <p className="text-14 text-quiet">{t('identity.lead')}</p>
      <TextField
        label={t('identity.name')}
        value={draft.name}
        onValue={(name) => change({ name })}
        autoComplete="name"
        maxLength={MAX_NAME_LENGTH}
        {...promptOrError(
          t('identity.enterName'),
          problems.name === undefined ? undefined : t(`identity.${problems.name}`),
        )}
      />
      <TextField
        label={t('identity.cardId')}
        value={draft.cardId}
        onValue={(cardId) => change({ cardId })}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={MAX_CARD_ID_LENGTH}
        {...promptOrError(
          t('identity.enterCardId'),
          problems.cardId === undefined ? undefined : t(`identity.${problems.cardId}`),
        )}
      />
      <ImageUpload
        label={t('identity.front')}
        error={draft.front === undefined ? sides : undefined}
        onUrl={(front) => change({ front })}
      />
      <ImageUpload
        label={t('identity.reverse')}
        error={draft.reverse === undefined ? sides : undefined}
        onUrl={(reverse) => change({ reverse })}
      />
      <p className="text-12 text-quiet">{t('identity.privacy')}</p>
      <Button type="submit" wide busy={submit.isPending}>
        {t('identity.submit')}
      </Button>
    </form>
  );
}

/** The prompt is a field's placeholder until an error replaces it. */
function promptOrError(wanted: string, error: string | undefined): { placeholder?: string; error: string | undefined } {
  return error === undefined ? { placeholder: wanted, error } : { error };
}

/**
 * Submits the form. After an error the state is refetched, because the server may have accepted the form although its
 * answer was lost.
 */
function useSubmit() {
  const queries = useQueryClient();
  const { queryKey } = useIdentityQuery();
  const [key] = useState(uniqueKey);
  return useMutation({
    mutationFn: ({ name, cardId, front, reverse }: IdentityDraft) =>
      submitIdentity(
        api,
        { name, cardId, frontPic: front ?? '', reversePic: reverse ?? '' },
        { key, announce: true, spinner: true },
      ),
    onSuccess: (identity) => storeAnswer(queries, queryKey, identity),
    onError: () => void queries.invalidateQueries({ queryKey }),
  });
}
