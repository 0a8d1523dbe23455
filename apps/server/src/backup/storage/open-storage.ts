import { FolderStorage } from './folder-storage.ts';
import { type S3Place, S3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

/** The target of backups: a folder, or a bucket. */
export type StoragePlace = { readonly kind: 'folder'; readonly path: string } | ({ readonly kind: 's3' } & S3Place);

/** The storage of a place. Nothing is read or written yet. */
export function openStorage(place: StoragePlace): Storage {
  return place.kind === 'folder' ? new FolderStorage(place.path) : new S3Storage(place);
}
