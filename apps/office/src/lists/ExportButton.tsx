import type { StaffInput } from '@fairlot/client';
import { Button } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { saveFile } from '../shared/device/download.ts';
import { useText } from '../shared/language/language.ts';
import { problemText } from '../shared/messages/problem.ts';
import { showToast } from '@fairlot/web';
import { office } from '../shared/services/office.ts';
import { mayExport } from '../shared/session/rights.ts';
import { useSelf } from '../shared/session/session.ts';
import type { ListName } from './list-calls.ts';

/** Saves the whole list, as it is filtered, as a CSV file. */
export function ExportButton<N extends ListName>({
  call,
  input,
}: {
  readonly call: N;
  readonly input: StaffInput<N>;
}): ReactNode {
  const t = useText();
  const { roles } = useSelf();
  const file = useMutation({
    mutationFn: () => office.export(call, { ...input, page: 1 }),
    onSuccess: saveFile,
    onError: (error) => showToast(problemText(t, error), 'error'),
  });
  if (!mayExport(roles, call)) return null;
  return (
    <Button kind="plain" busy={file.isPending} onClick={() => file.mutate()}>
      {t('list.export')}
    </Button>
  );
}
