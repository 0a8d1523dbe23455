import { imageUrlOf } from '@fairlot/contract';
import { type Answer, type FailReason, done, refuse } from '../../http/answer.ts';
import { FileContent } from '../../http/file-content.ts';

/** Answers with the URL of a stored upload, or the reason why it was not stored. */
export function uploadAnswer(stored: { readonly id: string } | FailReason): Answer<{ url: string }> {
  return typeof stored === 'string' ? refuse(stored) : done({ url: imageUrlOf(stored.id) });
}

/** Answers with an image as a file. */
export function imageAnswer(content: Buffer | undefined): Answer<FileContent> {
  return content === undefined ? refuse('unknown_image') : done(new FileContent(content, 'image/jpeg', 'image.jpg'));
}
