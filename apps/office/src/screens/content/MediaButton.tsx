import { Button } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { office } from '../../shared/services/office.ts';
import { problemText } from '../../shared/messages/problem.ts';
import { useText } from '../../shared/language/language.ts';
import { showToast } from '@fairlot/web';

const UPLOAD_TIMEOUT_MS = 60_000;

/** Lets the user choose a picture, uploads it and passes its address to `onUrl`. */
export function MediaButton({
  label,
  onUrl,
}: {
  readonly label: string;
  readonly onUrl: (url: string) => void;
}): ReactNode {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const add = useMutation({
    mutationFn: async (file: File) =>
      office.call('mediaAdd', { image: await base64Of(file) }, { timeout: UPLOAD_TIMEOUT_MS }),
    onSuccess: ({ url }) => onUrl(url),
    onError: (error) => showToast(problemText(t, error), 'error'),
  });
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        hidden
        aria-label={label}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) add.mutate(file);
          event.target.value = '';
        }}
      />
      <Button kind="secondary" busy={add.isPending} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/, '') : ''),
    );
    reader.addEventListener('error', () => reject(new Error('the file could not be read')));
    reader.readAsDataURL(file);
  });
}
