import type { CallOutput } from '../http/types.ts';
import type { ReadOptions, Reader } from './read.ts';

/** The agreement of a user to news and offers by mail. */
export type Marketing = CallOutput<'marketing'>;

export async function readMarketing(api: Reader, options: ReadOptions): Promise<Marketing> {
  return api.call('marketing', {}, options);
}

/** Agrees to news by mail, or takes that back. */
export async function setMarketing(api: Reader, accepted: boolean, options: ReadOptions): Promise<Marketing> {
  return api.call('setMarketing', { accepted }, options);
}
