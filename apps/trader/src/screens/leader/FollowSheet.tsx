import { CallError, formatCount, startCopy } from '@fairlot/client';
import type { CopyChoice, Leader } from '@fairlot/client';
import { isolateWords } from '@fairlot/i18n';
import { Button, Segmented, Sheet } from '@fairlot/ui';
import { useWhileShown } from '@fairlot/web';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { ChoiceFields } from '../../features/copying/ChoiceFields.tsx';
import { FIRST_DRAFT } from '../../features/copying/choice.ts';
import { reloadCopies } from '../../features/copying/copying-query.ts';
import { useTermsForm } from '../../features/copying/use-terms-form.ts';
import { useStableKey } from '../../shared/forms/stable-key.ts';
import { usePercent, useText } from '../../shared/language/language.ts';
import { confirm } from '../../shared/messages/confirm.ts';
import { api } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';
import { CopySizes } from './CopySizes.tsx';

export interface FollowSheetProps {
  readonly trader: number;
  readonly leader: Leader;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Chooses the terms of a new copy, shows the sizes that follow from them, and starts it. */
export function FollowSheet({ open, onClose, ...rest }: FollowSheetProps): ReactNode {
  const t = useText();
  const title = t('copying.form.title', { name: isolateWords(rest.leader.trader.name) });
  return (
    <Sheet open={open} onClose={onClose} title={title} closeLabel={t('common.close')}>
      {open ? <Form {...rest} onClose={onClose} /> : null}
    </Sheet>
  );
}

/** Sends a new copy after a question, and leads to its page. */
function useStart({ trader, leader, onClose }: Omit<FollowSheetProps, 'open'>, fee: string) {
  const t = useText();
  const navigate = useNavigate();
  const whileShown = useWhileShown();
  const user = useSession((session) => session.user?.uid ?? '');
  const keyOf = useStableKey();
  return async (choice: CopyChoice, openPositions: boolean, busy: (busy: boolean) => void): Promise<void> => {
    const yes = await confirm({
      title: t('copying.form.confirmTitle', { name: isolateWords(leader.trader.name) }),
      text: `${t('copying.form.confirmText')} ${fee}`,
      confirmLabel: t('copying.leader.follow'),
    });
    if (!yes) return;
    busy(true);
    try {
      const asked = { trader, choice, openPositions, feePercent: leader.feePercent };
      const copy = await startCopy(api, asked, { key: keyOf(asked), quiet: true });
      void reloadCopies(user);
      whileShown(() => {
        onClose();
        void navigate(`/copy?id=${String(copy.id)}`);
      });
    } catch (error) {
      // The page still shows the former fee.
      if (error instanceof CallError && error.reason === 'copy_fee_changed') void reloadCopies(user);
      throw error;
    }
  };
}

function Form(props: Omit<FollowSheetProps, 'open'>): ReactNode {
  const { trader, leader } = props;
  const t = useText();
  const { ofFigure } = usePercent();
  const [openPositions, setOpenPositions] = useState(false);
  const fee =
    leader.feePercent === 0
      ? t('copying.leader.feeNone')
      : t('copying.form.confirmFee', { percent: ofFigure(formatCount(leader.feePercent)) });
  const start = useStart(props, fee);
  const form = useTermsForm(
    () => FIRST_DRAFT,
    (choice, busy) => start(choice, openPositions, busy),
  );
  return (
    <form noValidate className="space-y-4 p-4" onSubmit={form.onSubmit}>
      <ChoiceFields {...form.fields} />
      <div className="space-y-1">
        <p aria-hidden="true" className="text-14 text-quiet">
          {t('copying.form.which')}
        </p>
        <Segmented
          label={t('copying.form.which')}
          value={openPositions ? 'all' : 'new'}
          onChange={(value) => setOpenPositions(value === 'all')}
          options={[
            { value: 'new', label: t('copying.form.onlyNew') },
            { value: 'all', label: t('copying.form.alsoOpen') },
          ]}
        />
      </div>
      <CopySizes trader={trader} choice={form.choice} openPositions={openPositions} />
      <p className="text-14 text-quiet">{fee}</p>
      <Button type="submit" wide busy={form.busy}>
        {t('copying.leader.follow')}
      </Button>
    </form>
  );
}
