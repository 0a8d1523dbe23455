import { imageIdOf, imageUrl, staffImageUrlOf } from '@fairlot/contract';
import { Dialog, IconButton, cx } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { mayCall } from '../session/rights.ts';
import { ScrollRegion } from '../layout/ScrollRegion.tsx';
import { useSelf } from '../session/session.ts';
import { useText } from '../language/language.ts';

const ZOOMS = [1, 1.5, 2, 3, 4] as const;

/**
 * The staff address of an image, which the office's cookie opens. Accepts a staff address or the matching user address.
 */
function staffAddress(address: string): string | undefined {
  if (address.startsWith(staffImageUrlOf(''))) return address;
  return imageUrl.safeParse(address).success ? staffImageUrlOf(imageIdOf(address)) : undefined;
}

/**
 * An uploaded image of a user, with zoom and rotation; a press opens it large. Hidden from staff who may not see it.
 */
export function UserImage({ address, label }: { readonly address: string; readonly label: string }): ReactNode {
  const t = useText();
  const { roles } = useSelf();
  const [large, setLarge] = useState(false);
  if (address === '')
    return <p className="rounded-control border border-line p-4 text-14 text-quiet">{t('image.none')}</p>;
  const source = staffAddress(address);
  if (source === undefined || !mayCall(roles, 'staffImage'))
    return <p className="rounded-control border border-line p-4 text-14 text-quiet">{t('image.hidden')}</p>;
  return (
    <figure className="min-w-0">
      <Viewer source={source} label={label} height="h-56" onLarge={() => setLarge(true)} />
      <figcaption className="mt-1 text-12 text-quiet">{label}</figcaption>
      <Dialog open={large} onClose={() => setLarge(false)} title={label} wide>
        <div className="mt-3">
          <Viewer source={source} label={label} height="h-[65vh]" />
        </div>
      </Dialog>
    </figure>
  );
}

function Viewer({
  source,
  label,
  height,
  onLarge,
}: {
  readonly source: string;
  readonly label: string;
  readonly height: string;
  readonly onLarge?: () => void;
}): ReactNode {
  const t = useText();
  const [zoom, setZoom] = useState(0);
  const [turns, setTurns] = useState(0);
  const [broken, setBroken] = useState(false);
  if (broken)
    return (
      <p role="alert" className="rounded-control border border-line p-4 text-14 text-critical">
        {t('image.broken')}
      </p>
    );
  const scale = ZOOMS[zoom] ?? 1;
  return (
    <div className="rounded-control border border-line bg-sunken">
      <ScrollRegion label={label} className={cx('overflow-auto', height)}>
        <div className="grid place-items-center" style={{ width: `${scale * 100}%`, height: `${scale * 100}%` }}>
          <img
            src={source}
            alt={label}
            onError={() => setBroken(true)}
            className="max-h-full max-w-full object-contain"
            style={{ transform: `rotate(${turns * 90}deg)` }}
          />
        </div>
      </ScrollRegion>
      <div className="flex border-t border-line">
        <IconButton icon="minus" label={t('image.smaller')} disabled={zoom === 0} onClick={() => setZoom(zoom - 1)} />
        <IconButton
          icon="plus"
          label={t('image.larger')}
          disabled={zoom === ZOOMS.length - 1}
          onClick={() => setZoom(zoom + 1)}
        />
        <IconButton icon="refresh" label={t('image.turn')} onClick={() => setTurns((turns + 1) % 4)} />
        {onLarge === undefined ? null : (
          <span className="ms-auto">
            <IconButton icon="eye" label={t('image.open')} onClick={onLarge} />
          </span>
        )}
      </div>
    </div>
  );
}
