import { personalDataCalls } from '@fairlot/contract';
import { type Answer, done } from '../../http/answer.ts';
import type { Calls, UserContext } from '../../http/calls.ts';
import type { DataExport } from './data-export.ts';

/** Tells the owner of an account from somebody with a stolen session; implemented by the feature of accounts. */
export interface OwnerCheck {
  confirm(
    context: UserContext,
    proof: { readonly password: string; readonly totp: string },
  ): Promise<Answer<never> | undefined>;
  inTurn<T>(user: number, work: () => Promise<T>): Promise<T>;
}

export interface PersonalDataDeps {
  readonly owner: OwnerCheck;
  readonly dataExport: DataExport;
  /** Closes the account, and returns the time until which that can be taken back. */
  readonly close: (user: number) => Promise<Answer<{ readonly until: Date }>>;
}

/** Registers the calls with which users take their data and close their accounts. */
export function registerPersonalData(calls: Calls, { owner, dataExport, close }: PersonalDataDeps): void {
  calls.forUser(personalDataCalls.exportData, (input, context) =>
    owner.inTurn(
      context.session.account,
      async () => (await owner.confirm(context, input)) ?? dataExport.make(context.session.account, context.language),
    ),
  );

  calls.forUser(personalDataCalls.closeAccount, (input, context) =>
    owner.inTurn(context.session.account, async () => {
      const refusal = await owner.confirm(context, input);
      if (refusal !== undefined) return refusal;
      const closed = await close(context.session.account);
      return closed.ok ? done({ until: closed.data.until.toISOString() }, closed.says) : closed;
    }),
  );
}
