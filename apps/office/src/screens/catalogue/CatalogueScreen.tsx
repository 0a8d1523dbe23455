import type { StaffOutput } from '@fairlot/client';
import { Button, Skeleton } from '@fairlot/ui';
import { showToast } from '@fairlot/web';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { startAction } from '../../actions/action.ts';
import { waitingText } from '../../actions/waiting-text.ts';
import { useRead } from '../../lists/list-calls.ts';
import { saveFile } from '../../shared/device/download.ts';
import { Loaded } from '../../shared/layout/Loaded.tsx';
import { ScreenHead } from '../../shared/layout/ScreenHead.tsx';
import { useText } from '../../shared/language/language.ts';
import type { Text } from '../../shared/language/text.ts';
import { problemText } from '../../shared/messages/problem.ts';
import { office } from '../../shared/services/office.ts';
import { mayCall } from '../../shared/session/rights.ts';
import { useSelf } from '../../shared/session/session.ts';
import { FileRows } from './FileRows.tsx';
import { UploadButton } from './UploadButton.tsx';

type CatalogueFile = StaffOutput<'officeCatalogueFile'>;
const STATES = ['new', 'changed', 'unchanged', 'refused'] as const;

/** The catalogue as a file: saved, read in, compared, applied. */
export function CatalogueScreen(): ReactNode {
  const t = useText();
  const { roles } = useSelf();
  const [params, setParams] = useSearchParams();
  const file = params.get('file') ?? '';
  return (
    <div className="h-full overflow-y-auto outline-none" tabIndex={-1}>
      <ScreenHead
        title={t('menu.catalogue')}
        tools={
          <>
            <SaveButton format="json" label={t('catalogue.json')} />
            <SaveButton format="csv" label={t('catalogue.csv')} />
            {mayCall(roles, 'officeUploadCatalogue') ? (
              <UploadButton onFile={(id) => setParams({ file: String(id) }, { replace: true })} />
            ) : null}
          </>
        }
      />
      <div className="gutter grid gap-4 pb-8">
        <p className="max-w-prose text-14 text-quiet">{t('catalogue.text')}</p>
        {/^\d+$/.test(file) ? <File key={file} id={file} /> : null}
      </div>
    </div>
  );
}

function SaveButton({ format, label }: { readonly format: 'json' | 'csv'; readonly label: string }): ReactNode {
  const t = useText();
  const file = useMutation({
    mutationFn: () => office.call('officeExportCatalogue', { format }),
    onSuccess: saveFile,
    onError: (error) => showToast(problemText(t, error), 'error'),
  });
  return (
    <Button kind="secondary" busy={file.isPending} onClick={() => file.mutate()}>
      {label}
    </Button>
  );
}

/** An uploaded file, compared with the catalogue of now. */
function File({ id }: { readonly id: string }): ReactNode {
  const t = useText();
  const may = mayCall(useSelf().roles, 'officeApplyCatalogue');
  const query = useRead('officeCatalogueFile', { id });
  return (
    <Loaded query={query} skeleton={<Skeleton shape="h-40 w-full" />}>
      {(file) => {
        const count = (wanted: string): number => file.rows.filter(({ state }) => state === wanted).length;
        const counts = Object.fromEntries(STATES.map((state) => [state, count(state)])) as Record<
          (typeof STATES)[number],
          number
        >;
        const differs = counts.new + counts.changed > 0;
        return (
          <section className="grid gap-3" data-testid="catalogue-file">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="text-14 font-medium">{t('catalogue.summary', counts)}</p>
              {may && differs && counts.refused === 0 ? (
                <Button onClick={() => applyFile(t, file, () => void query.refetch())}>{t('catalogue.apply')}</Button>
              ) : null}
            </div>
            {differs || counts.refused > 0 ? null : <p className="text-14 text-quiet">{t('catalogue.same')}</p>}
            <FileRows rows={file.rows.filter(({ state }) => state !== 'unchanged')} />
          </section>
        );
      }}
    </Loaded>
  );
}

function applyFile(t: Text, { id }: CatalogueFile, onDone: () => void): void {
  startAction<'officeApplyCatalogue'>({
    call: 'officeApplyCatalogue',
    title: t('catalogue.apply'),
    text: t('catalogue.applyText'),
    critical: true,
    confirmLabel: t('catalogue.apply'),
    fields: [{ kind: 'long', name: 'reason' }],
    input: ({ reason }) => ({ id, reason: String(reason) }),
    doneText: (output) =>
      waitingText(t, t('menu.catalogue'), output) ?? t('catalogue.applied', { count: output.applied }),
    onDone,
  });
}
