import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useCopy } from '../../shared/messages/copy.ts';
import { useText } from '../../shared/language/language.ts';

/** The recovery codes; the server shows them only once. */
export function RecoveryCodes({
  codes,
  onDone,
}: {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}): ReactNode {
  const t = useText();
  const copy = useCopy();
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h3 className="text-16 font-semibold">{t('security.codes')}</h3>
        <p className="mt-1 text-14 text-quiet">{t('security.codesLead')}</p>
      </div>
      <ul className="flex flex-col gap-1 self-center" data-recovery-codes>
        {codes.map((code) => (
          <li key={code} className="text-14">
            <bdi className="figure" dir="ltr">
              {code}
            </bdi>
          </li>
        ))}
      </ul>
      <Button kind="secondary" wide onClick={() => copy(codes.join('\n'))}>
        {t('security.copyCodes')}
      </Button>
      <Button wide onClick={onDone}>
        {t('security.kept')}
      </Button>
    </div>
  );
}
