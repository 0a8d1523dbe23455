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
import { Closed } from './Closed.tsx';
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
  const [chosen, setChosen] = useState(0);
  const network = networks[chosen] ?? networks[0];
  if (network === undefined) return null;
  return (
    <>
      <SelectField
        label={t('charge.network')}
        value={chosen}
        onValue={setChosen}
        options={networks.map(({ currency, protocol, isOpen }, value) => ({
          value,
          label: `${currency}-${protocol}${isOpen ? '' : ` · ${t('charge.closed')}`}`,
        }))}
      />
      <section className="flex flex-col items-center gap-3 rounded-surface border border-line bg-surface p-4">
        {network.isOpen ? <QrCode text={network.address} label={t('charge.qr')} size={QR_PX} /> : <Closed />}
        <div className="w-full text-center">
          <p className="text-12 text-quiet">{t('charge.address')}</p>
          <p className="text-14 font-medium text-balance break-all wrap-anywhere">
            <bdi dir="ltr">{network.address}</bdi>
          </p>
        </div>
        {network.isOpen ? <SendHint network={network} /> : null}
      </section>
      <DepositForm
        way="coin"
        send={(report, key) => reportCoins(api, report, network, { announce: true, key })}
        onDone={onDone}
      />
    </>
  );
}

/** The copy button of an open address, and the warning about other coins. */
function SendHint({ network: { address, currency, protocol } }: { readonly network: DepositNetwork }): ReactNode {
  const t = useText();
  const copy = useCopy();
  return (
    <>
      <Button kind="secondary" onClick={() => copy(address)}>
        {t('money.copy')}
      </Button>
      <p className="text-center text-12 text-balance text-quiet">
        {t('charge.onlyThis', { currency, network: protocol })}
      </p>
    </>
  );
}
