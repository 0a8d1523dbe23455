import { IMAGE_MAX_BYTES } from '@fairlot/contract';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Answer, done, refuse } from './answer.ts';

/** Limits: one file. A few small fields are accepted and ignored, because form libraries add them. */
const LIMITS = {
  files: 1,
  fileSize: IMAGE_MAX_BYTES,
  fields: 4,
  fieldSize: 1000,
  fieldNameSize: 100,
  parts: 5,
  headerPairs: 20,
};

/** Lets a scope of the HTTP server accept multipart bodies. */
export async function acceptFiles(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { limits: LIMITS });
}

/** Reads the file of a multipart body into memory, within the limits. */
export async function receiveFile(request: FastifyRequest, field: string): Promise<Answer<Buffer>> {
  if (!request.isMultipart()) return refuse('unsupported_type');
  // A closed request emits no more events, so reading it would never end.
  if (request.raw.destroyed) return refuse('bad_request');
  let content: Buffer | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue;
      const bytes = await part.toBuffer();
      if (part.fieldname === field) content = bytes;
    }
  } catch (error) {
    return refuse(
      (error as { readonly code?: string }).code === 'FST_REQ_FILE_TOO_LARGE' ? 'image_too_large' : 'bad_request',
    );
  }
  return content === undefined || content.length === 0 ? refuse('image_missing') : done(content);
}
