import { Button, Icon, Skeleton } from '@fairlot/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { accountKey } from '../query-client.ts';
import { useApi } from '../services.ts';
import { useSession } from '../session.ts';
import { useText } from '../text.ts';
import { BlobImage } from './BlobImage.tsx';

export interface PrivateImageProps {
  /** Address as the platform's calls give it. */
  readonly url: string;
  /** What the picture shows. */
  readonly alt: string;
}

/** One's own image: fetched with the token in a header, shown from this page's memory and forgotten with it. */
export function PrivateImage({ url, alt }: PrivateImageProps): ReactNode {
  const t = useText();
  const api = useApi();
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
