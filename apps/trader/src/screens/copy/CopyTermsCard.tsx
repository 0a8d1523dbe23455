import { amendCopy, formatLotsText, formatMoneyText, formatRatio } from '@fairlot/client';
import type { Copy } from '@fairlot/client';
import { Button, Sheet } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { ChoiceFields } from '../../features/copying/ChoiceFields.tsx';
import { Card, Fact, FactGrid, Sum } from '../../features/copying/Facts.tsx';
import { draftOf } from '../../features/copying/choice.ts';
import { reloadCopies } from '../../features/copying/copying-query.ts';
import { useTermsForm } from '../../features/copying/use-terms-form.ts';
import { useStableKey } from '../../shared/forms/stable-key.ts';
import { useInstruments } from '../../shared/market/market.ts';
import { usePercent, useText } from '../../shared/language/language.ts';
import { api } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';

/** The terms of a copy, with a button to change them while it runs. */
export function CopyTermsCard({ copy }: { readonly copy: Copy }): ReactNode {
  const t = useText();
  const { ofFigure } = usePercent();
  const { byId } = useInstruments();
  const [editing, setEditing] = useState(false);
  const { terms } = copy;
  const close = (): void => setEditing(false);
  return (
    <Card title={t('copying.copy.terms')}>
      <FactGrid>
        <Fact name={t('copying.form.allocation')}>
          <Sum value={terms.allocation} />
        </Fact>
        <Fact name={t('copying.form.multiple')}>{formatRatio(terms.multiple)}</Fact>
        <Fact name={t('copying.form.stopLoss')}>
          {terms.stopLoss === null ? t('copying.copy.none') : formatMoneyText(terms.stopLoss)}
        </Fact>
        <Fact name={t('copying.form.leverage')}>{terms.maxLeverage ?? t('copying.copy.none')}</Fact>
        <Fact name={t('copying.form.slippage')}>{ofFigure(formatRatio(terms.maxSlippage))}</Fact>
        {terms.instruments.map(({ instrument, maxLots }) => (
          <Fact key={instrument} name={byId.get(instrument)?.showCode ?? String(instrument)}>
            {formatLotsText(maxLots)}
          </Fact>
        ))}
      </FactGrid>
      {copy.state === 'active' || copy.state === 'paused' ? (
        <div className="mt-3">
          <Button kind="secondary" onClick={() => setEditing(true)}>
            {t('copying.copy.change')}
          </Button>
        </div>
      ) : null}
      <Sheet open={editing} onClose={close} title={t('copying.form.amendTitle')} closeLabel={t('common.close')}>
        {editing ? <Form copy={copy} onClose={close} /> : null}
      </Sheet>
    </Card>
  );
}

function Form({ copy, onClose }: { readonly copy: Copy; readonly onClose: () => void }): ReactNode {
  const t = useText();
  const user = useSession((session) => session.user?.uid ?? '');
  const keyOf = useStableKey();
  const form = useTermsForm(
    () => draftOf(copy.terms),
    async (choice, busy) => {
      busy(true);
      await amendCopy(api, copy.id, choice, { key: keyOf(choice), quiet: true });
      await reloadCopies(user);
      onClose();
    },
  );
  return (
    <form noValidate className="space-y-4 p-4" onSubmit={form.onSubmit}>
      <ChoiceFields {...form.fields} />
      <Button type="submit" wide busy={form.busy}>
        {t('copying.form.save')}
      </Button>
    </form>
  );
}
