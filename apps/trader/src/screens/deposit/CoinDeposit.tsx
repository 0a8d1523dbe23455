import { reportCoins } from '@fairlot/client';
import type { DepositNetwork } from '@fairlot/client';
import { Button } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Loaded } from '../../features/money/Loaded.tsx';
import { MethodUnavailable } from '../../features/money/MethodUnavailable.tsx';
import { SelectField } from '../../shared/forms/SelectField.tsx';
import { useNetworks } from '../../features/money/queries.ts';
import { QrCode } from '@fairlot/web';
import { useCopy } from '../../shared/messages/copy.ts';
import { api } from '../../shared/services/services.ts';
import { useText } from '../../shared/language/language.ts';
import { DepositForm } from './DepositForm.tsx';

const QR_PX = 176;

/** Deposit in coins to the operator's address on a network. */
export function CoinDeposit({ onDone }: { readonly onDone: () => void }): ReactNode {
  const t = useText();
  const networks = useNetworks();
  return (
    <Loaded query={networks} shape="h-80">
      {(list) =>
        list.length === 0 ? (
          <MethodUnavailable title={t('charge.noNetwork')} />
        ) : (
          <OpenNetworks networks={list} onDone={onDone} />
        )
      }
    </Loaded>
  );
}

function OpenNetworks({
  networks,
  onDone,
}: {
  readonly networks: readonly DepositNetwork[];
  readonly onDone: () => void;
}): ReactNode {
  const t = useText();
  const copy = useCopy();
  const [chosen, setChosen] = useState<number>();
  const network = networks.find(({ id }) => id === chosen) ?? networks[0];
  if (network === undefined) return null;
  const { id, address, currency, protocol } = network;
  return (
    <>
      <SelectField
        label={t('charge.network')}
        value={id}
        onValue={setChosen}
        options={networks.map((each) => ({ value: each.id, label: `${each.currency}-${each.protocol}` }))}
      />
      <section className="flex flex-col items-center gap-3 rounded-surface border border-line bg-surface p-4">
        <QrCode text={address} label={t('charge.qr')} size={QR_PX} />
        <div className="w-full text-center">
          <p className="text-12 text-quiet">{t('charge.address')}</p>
          <p className="text-14 font-medium text-balance break-all wrap-anywhere">
            <bdi dir="ltr">{address}</bdi>
          </p>
        </div>
        <Button kind="secondary" onClick={() => copy(address)}>
          {t('money.copy')}
        </Button>
        <p className="text-center text-12 text-balance text-quiet">
          {t('charge.onlyThis', { currency, network: protocol })}
        </p>
      </section>
      <DepositForm
        way="coin"
        send={(report, key) => reportCoins(api, report, network, { announce: true, key })}
        onDone={onDone}
      />
    </>
  );
}
