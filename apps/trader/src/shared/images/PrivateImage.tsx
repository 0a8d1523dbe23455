import { Button, Icon, Skeleton } from '@fairlot/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { accountKey } from '../services/query-client.ts';
import { api } from '../services/services.ts';
import { useSession } from '../session/session.ts';
import { useText } from '../language/language.ts';
import { BlobImage } from './BlobImage.tsx';

export interface PrivateImageProps {
  /** URL from a call's answer. */
  readonly url: string;
  /** Alternative text. */
  readonly alt: string;
}

/** Shows an image that only its owner may fetch: requests it with the session's token and keeps it in memory only. */
export function PrivateImage({ url, alt }: PrivateImageProps): ReactNode {
  const t = useText();
  const uid = useSession((session) => session.user?.uid ?? '');
  const image = useQuery({
    queryKey: accountKey(uid, 'image', url),
    queryFn: ({ signal }) => api.fetchImage(url, { quiet: true, signal }),
    staleTime: Infinity,
    gcTime: 60_000,
  });
  return (
    <span className="relative grid aspect-8/5 w-full place-items-center overflow-hidden rounded-surface border border-line bg-sunken">
      {image.data === undefined ? null : <BlobImage blob={image.data} alt={alt} />}
      {image.isPending ? <Skeleton shape="size-full" /> : null}
      {image.isError && image.data === undefined ? (
        <span className="flex flex-col items-center gap-1 p-3 text-center text-14 text-quiet">
          <Icon name="offline" />
          {t('image.notLoaded')}
          <Button kind="plain" busy={image.isFetching} onClick={() => void image.refetch()}>
            {t('common.retry')}
          </Button>
        </span>
      ) : null}
    </span>
  );
}
