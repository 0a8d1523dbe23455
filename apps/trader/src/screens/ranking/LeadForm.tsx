import { formatCount, formatMoneyText, readFigure, setLead } from '@fairlot/client';
import type { OwnLead } from '@fairlot/client';
import { Button, Switch, TextField } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Fact, FactGrid } from '../../features/copying/Facts.tsx';
import { useOwnLead } from '../../features/copying/copying-query.ts';
import { useCopyAction } from '../../features/copying/use-copy-action.ts';
import { confirm } from '../../shared/messages/confirm.ts';
import { api } from '../../shared/services/services.ts';
import { useText } from '../../shared/language/language.ts';

/** Lets others copy a listed user, for a fee where the site has fees. */
export function LeadForm(): ReactNode {
  const { data } = useOwnLead(true);
  return data === undefined ? null : <Form key={`${String(data.accepts)} ${String(data.feePercent)}`} lead={data} />;
}

function Form({ lead }: { readonly lead: OwnLead }): ReactNode {
  const t = useText();
  const action = useCopyAction();
  const [accepts, setAccepts] = useState(lead.accepts);
  const [fee, setFee] = useState(String(lead.feePercent));
  const read = readFigure(fee);
  const isWhole = read !== undefined && /^\d+$/.test(read);
  const valid = isWhole && Number(read) <= lead.maxFeePercent;
  const range = t('copying.lead.feeHint', { most: formatCount(lead.maxFeePercent) });
  const same = accepts === lead.accepts && (!accepts || Number(read) === lead.feePercent);
  const save = async (): Promise<void> => {
    const ends = lead.accepts && !accepts && lead.followers > 0;
    if (
      ends &&
      !(await confirm({
        title: t('copying.lead.endTitle'),
        text: t('copying.lead.endText'),
        confirmLabel: t('copying.lead.end'),
        critical: true,
      }))
    )
      return;
    const feePercent = accepts ? Number(read) : lead.feePercent;
    await action.run(`lead ${String(accepts)} ${String(feePercent)}`, (key) =>
      setLead(api, { accepts, feePercent }, { key, announce: true }),
    );
  };
  return (
    <form
      noValidate
      className="space-y-4 border-t border-line p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h3 className="text-16 font-semibold">{t('copying.lead.title')}</h3>
      <p className="text-14 text-quiet">{t('copying.lead.text')}</p>
      <Switch checked={accepts} onChange={setAccepts} label={t('copying.lead.accepts')} />
      {accepts && lead.maxFeePercent > 0 ? (
        <TextField
          label={t('copying.lead.fee')}
          hint={range}
          value={fee}
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          maxLength={3}
          error={valid ? undefined : isWhole ? range : t('copying.form.invalid')}
          onValue={setFee}
        />
      ) : null}
      {lead.followers === 0 && lead.earned === 0n ? null : (
        <FactGrid>
          <Fact name={t('copying.lead.followers')}>{formatCount(lead.followers)}</Fact>
          <Fact name={t('copying.lead.allocated')}>{formatMoneyText(lead.allocated)}</Fact>
          <Fact name={t('copying.lead.earned')}>{formatMoneyText(lead.earned)}</Fact>
        </FactGrid>
      )}
      <Button type="submit" wide busy={action.busy} disabled={same || (accepts && !valid)}>
        {t('copying.lead.save')}
      </Button>
    </form>
  );
}
