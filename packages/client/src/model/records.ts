import type { SavedSection as SectionRecord } from '@fairlot/contract';
import type { CallInput, CallOutput } from '../http/types.ts';
import { camelKeys } from './camel-keys.ts';
import type { CamelKeys } from './camel-keys.ts';
import type { ReadOptions, Reader, RecordPage } from './read.ts';
import type { EmailChange } from './sign-in.ts';

// Records without units: only their names differ from the contract.

export type NewsItem = CamelKeys<CallOutput<'newsList'>['data'][number]>;
export type NewsArticle = CamelKeys<CallOutput<'newsInfo'>>;
export type Company = CamelKeys<CallOutput<'getCompany'>[number]>;
export type SupportMessage = CamelKeys<CallOutput<'supportSend'>>;
export type UserEvent = CamelKeys<CallOutput<'userEvents'>[number]>;
export type UserSession = CamelKeys<CallOutput<'userSessions'>[number]>;
export type CallingArea = CamelKeys<CallOutput<'areaList'>[number]>;
export type SavedSection = CamelKeys<SectionRecord>;

/** The state of the user's identity verification. */
export interface Identity extends Omit<CamelKeys<CallOutput<'identityCenter'>>, 'reviewStatus'> {
  readonly status: 'none' | 'waiting' | 'verified';
}

const REVIEW = ['none', 'waiting', 'verified'] as const;

export function identityFrom(record: CallOutput<'identityCenter'>): Identity {
  const { reviewStatus, ...identity } = camelKeys(record);
  return { ...identity, status: REVIEW[reviewStatus] ?? 'none' };
}

export async function readIdentity(api: Reader, options: ReadOptions): Promise<Identity> {
  return identityFrom(await api.call('identityCenter', {}, options));
}

/** Submits the user's name, document number and the uploaded pictures of both sides. */
export async function submitIdentity(
  api: Reader,
  { name, cardId, frontPic, reversePic }: Pick<Identity, 'name' | 'cardId' | 'frontPic' | 'reversePic'>,
  options: ReadOptions,
): Promise<Identity> {
  const input = { name, card_id: cardId, front_pic: frontPic, reverse_pic: reversePic };
  return identityFrom(await api.call('submitIdentity', input, options));
}

export async function readNews(
  api: Reader,
  asked: { readonly category: number; readonly page: number },
  options: ReadOptions,
): Promise<RecordPage<NewsItem>> {
  const { data, total } = await api.call('newsList', { category_id: asked.category, page: asked.page }, options);
  return { items: camelKeys(data), total };
}

export async function readArticle(api: Reader, id: number, options: ReadOptions): Promise<NewsArticle> {
  return camelKeys(await api.call('newsInfo', { id }, options));
}

/** Reads the companies whose name contains the text. */
export async function readCompanies(api: Reader, name: string, options: ReadOptions): Promise<Company[]> {
  return camelKeys(await api.call('getCompany', { name }, options));
}

/** Reads whether a company accepts customers, and where it sends them otherwise. */
export async function readCompanyStatus(
  api: Reader,
  company: number,
  options: ReadOptions,
): Promise<{ readonly status: number; readonly lossUrl: string }> {
  return camelKeys(await api.call('getCompanyStatus', { company_id: company }, options));
}

/** Reads the newest messages of the user's conversation with customer service, or those before a given message. */
export async function readMessages(
  api: Reader,
  asked: CallInput<'supportMessages'>,
  options: ReadOptions,
): Promise<CamelKeys<CallOutput<'supportMessages'>>> {
  return camelKeys(await api.call('supportMessages', asked, options));
}

export async function sendMessage(api: Reader, text: string, options: ReadOptions): Promise<SupportMessage> {
  return camelKeys(await api.call('supportSend', { text }, options));
}

export const supportMessagesFrom = (records: readonly CallOutput<'supportSend'>[]): SupportMessage[] =>
  camelKeys([...records]);

/** Reads the user's sessions, latest first. */
/** Security events of the account, newest first. `before`: the last id of the previous page. */
export async function readUserEvents(
  api: Reader,
  before: number | undefined,
  options: ReadOptions,
): Promise<UserEvent[]> {
  return camelKeys(await api.call('userEvents', before === undefined ? {} : { before }, options));
}

export async function readUserSessions(api: Reader, options: ReadOptions): Promise<UserSession[]> {
  return camelKeys(await api.call('userSessions', {}, options));
}

/** Reads the user's open change of the email address; null without one. */
export async function readEmailChange(api: Reader, options: ReadOptions): Promise<EmailChange | null> {
  const { change } = await api.call('emailChange', {}, options);
  return change === null ? null : camelKeys(change);
}

/** Reads the user's second factors. `enabled`: there is an authenticator. */
export async function readAuthenticator(
  api: Reader,
  options: ReadOptions,
): Promise<CamelKeys<CallOutput<'totpState'>>> {
  return camelKeys(await api.call('totpState', {}, options));
}

/** Reads countries and territories with their calling codes. */
export async function readCallingAreas(api: Reader, options: ReadOptions): Promise<CallingArea[]> {
  return camelKeys(await api.call('areaList', {}, options));
}

/** Reads all sections that the user has saved. */
export async function readSavedSections(api: Reader, options: ReadOptions): Promise<SavedSection[]> {
  return camelKeys((await api.call('workspaceRead', {}, options)).list);
}

/** Saves a section. The later write wins: the answer is the section as the server now has it. */
export async function saveSection(
  api: Reader,
  { changedAt, ...section }: SavedSection,
  options: ReadOptions,
): Promise<SavedSection> {
  return camelKeys(await api.call('workspaceSave', { ...section, changed_at: changedAt }, options));
}

/** Proves that the authenticator has the secret. Returns the recovery codes; empty if they were shown before. */
export async function confirmAuthenticator(api: Reader, code: string, options: ReadOptions): Promise<string[]> {
  return (await api.call('totpConfirm', { code }, options)).recovery_codes;
}

/** Replaces all recovery codes by new ones and returns them. */
export async function renewRecoveryCodes(
  api: Reader,
  proof: { readonly password: string; readonly code: string },
  options: ReadOptions,
): Promise<string[]> {
  return (await api.call('totpRecovery', proof, options)).recovery_codes;
}
