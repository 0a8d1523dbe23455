import { Button } from '@fairlot/ui';
import { showToast, useWhileShown } from '@fairlot/web';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';
import { problemText } from '../../shared/messages/problem.ts';
import { office } from '../../shared/services/office.ts';
import { queryClient } from '../../shared/services/query-client.ts';

const UPLOAD_TIMEOUT_MS = 60_000;

/** Lets the user choose a file of the catalogue, uploads it and, while it is shown, passes its number to `onFile`. */
export function UploadButton({ onFile }: { readonly onFile: (id: number) => void }): ReactNode {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const whileShown = useWhileShown();
  const add = useMutation({
    mutationFn: async (file: File) => {
      const format = file.name.toLowerCase().endsWith('.csv') ? 'csv' : 'json';
      return office.call('officeUploadCatalogue', { format, text: await file.text() }, { timeout: UPLOAD_TIMEOUT_MS });
    },
    onSuccess: (file) => {
      queryClient.setQueryData(['officeCatalogueFile', { id: String(file.id) }], file);
      whileShown(() => onFile(file.id));
    },
    onError: (error) => showToast(problemText(t, error), 'error'),
  });
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,.csv,application/json,text/csv"
        hidden
        aria-label={t('catalogue.choose')}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) add.mutate(file);
          event.target.value = '';
        }}
      />
      <Button busy={add.isPending} onClick={() => input.current?.click()}>
        {t('catalogue.choose')}
      </Button>
    </>
  );
}
