import { IMAGE_TYPES } from '@fairlot/contract';
import { Icon, IconButton, cx } from '@fairlot/ui';
import type { IconName } from '@fairlot/ui';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../language/language.ts';
import { BlobImage } from './BlobImage.tsx';
import { useImageUpload } from './use-image-upload.ts';
import type { PickedImage } from './use-image-upload.ts';

export interface ImageUploadProps {
  /** The subject of the picture, such as the front of a document. */
  readonly label: string;
  readonly error?: string | undefined;
  /** Called with the URL of the uploaded image, and with undefined when it is removed. */
  readonly onUrl: (url: string | undefined) => void;
}

/** Picks one image from the camera or the device, uploads it, and shows its preview, progress and a remove button. */
export function ImageUpload({ label, error, onUrl }: ImageUploadProps): ReactNode {
  const t = useText();
  const id = useId();
  const { picked, pick, clear } = useImageUpload(onUrl);
  return (
    <fieldset className="min-w-0" aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className="mb-1 text-12 text-quiet">{label}</legend>
      <div
        className={cx(
          'relative grid aspect-8/5 lg:aspect-auto lg:h-48 rounded-surface border bg-surface',
          picked === undefined ? 'border-dashed' : 'overflow-hidden',
          error !== undefined ? 'border-critical' : picked === undefined ? 'border-line-strong' : 'border-line',
        )}
      >
        {picked === undefined ? (
          <div className="flex flex-col justify-center gap-2 p-4">
            <Source icon="camera" label={t('image.takePhoto')} camera onFile={pick} />
            <Source icon="image" label={t('image.choose')} invalid={error !== undefined} onFile={pick} />
          </div>
        ) : (
          <Preview picked={picked} label={label} onRemove={clear} />
        )}
      </div>
      {error === undefined ? null : (
        <p id={`${id}-error`} role="alert" className="mt-1 text-12 text-critical">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface SourceProps {
  readonly icon: IconName;
  readonly label: string;
  /** Opens the camera directly; shown only on touch screens. */
  readonly camera?: boolean;
  readonly invalid?: boolean;
  readonly onFile: (file: File) => void;
}

/** A file input styled as a button; the input itself stays available to keyboards and screen readers. */
function Source({ icon, label, camera = false, invalid = false, onFile }: SourceProps): ReactNode {
  return (
    <label
      className={cx(
        'touch relative items-center justify-center gap-2 rounded-control px-4 py-2 text-14 font-semibold transition focus-within:outline-2 focus-within:outline-brand pointed:brightness-90',
        camera ? 'hidden bg-brand-soft text-brand pointer-coarse:flex' : 'flex text-brand',
      )}
    >
      <Icon name={icon} size={20} />
      <span className="text-center">{label}</span>
      <input
        type="file"
        aria-invalid={invalid}
        accept={IMAGE_TYPES.join(',')}
        capture={camera ? 'environment' : undefined}
        className="sr-only scroll-my-24"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // Cleared, so that picking the same file again fires a change event.
          target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </label>
  );
}

function Preview({
  picked,
  label,
  onRemove,
}: {
  readonly picked: PickedImage;
  readonly label: string;
  readonly onRemove: () => void;
}): ReactNode {
  const t = useText();
  const percent = Math.round(picked.share * 100);
  return (
    <>
      <BlobImage blob={picked.picture} alt={label} />
      {picked.url === undefined ? (
        <progress
          value={percent}
          max={100}
          aria-label={t('image.sending')}
          className="absolute inset-x-3 bottom-3 h-1.5 w-auto accent-brand-fill"
        />
      ) : (
        <span className="absolute start-2 bottom-2 flex items-center gap-1 rounded-control bg-raised px-2 py-1 text-12 font-medium text-ink">
          <Icon name="check" size={16} />
          {t('image.sent')}
        </span>
      )}
      <span className="absolute end-2 top-2 rounded-control bg-raised">
        <IconButton icon="close" label={t('image.remove', { name: label })} onClick={onRemove} />
      </span>
    </>
  );
}
