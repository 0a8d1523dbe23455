import type { CallOutput } from '../http/types.ts';
import { camelKeys } from './camel-keys.ts';
import type { CamelKeys } from './camel-keys.ts';
import type { ReadOptions, Reader, RecordPage } from './read.ts';

/** By whom the user was invited, the terms of rewards, and what was paid. Figures are decimal texts in dollars. */
export type InviteCenter = CamelKeys<CallOutput<'inviteCenter'>>;
/** A person who registered with the user's code, masked. */
export type InvitedPerson = CamelKeys<CallOutput<'invitedPeople'>['list'][number]>;
/** A reward for an invited person. */
export type OwnReward = CamelKeys<CallOutput<'ownRewards'>['list'][number]>;

export async function readInviteCenter(api: Reader, options: ReadOptions): Promise<InviteCenter> {
  return camelKeys(await api.call('inviteCenter', {}, options));
}

/** Reads one page of the persons who registered with the user's code, newest first. */
export async function readInvited(api: Reader, page: number, options: ReadOptions): Promise<RecordPage<InvitedPerson>> {
  const { list, total } = await api.call('invitedPeople', { page }, options);
  return { items: camelKeys(list), total };
}

/** Reads one page of the user's rewards, newest first. */
export async function readRewards(api: Reader, page: number, options: ReadOptions): Promise<RecordPage<OwnReward>> {
  const { list, total } = await api.call('ownRewards', { page }, options);
  return { items: camelKeys(list), total };
}
