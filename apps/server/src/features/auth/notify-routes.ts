import { authCalls } from '@fairlot/contract';
import { done, refuse } from '../../http/answer.ts';
import type { CallContext, Calls } from '../../http/calls.ts';
import type { NetworkBudgets } from '../../http/network-budgets.ts';
import type { Captchas } from '../../security/captcha/captchas.ts';
import { areaById, namedAreas } from './areas.ts';
import type { CodePurpose } from './code-store.ts';
import type { Codes } from './codes.ts';
import { type Target, countryOfMobile, readTarget } from './target.ts';
import type { AccountTerms } from './terms.ts';

export interface NotifyDeps {
  readonly codes: Codes;
  readonly captchas: Captchas;
  readonly limits: Pick<NetworkBudgets<'captcha'>, 'take'>;
  readonly terms: AccountTerms;
}

/** Registers the calls that precede an account: area codes, verification codes, captchas. */
export function registerNotify(calls: Calls, { codes, captchas, limits, terms }: NotifyDeps): void {
  calls.forVisitor(authCalls.areaList, (_input, { language }) =>
    done(
      namedAreas(language, terms.isExcluded).map(({ id, code, callingCode, name }) => ({
        id,
        code,
        global_code: callingCode,
        name,
      })),
    ),
  );

  calls.forVisitor(authCalls.captcha, async (_input, { address }) => {
    if (!limits.take('captcha', address)) return refuse('too_many_requests');
    const { id, picture } = await captchas.issue();
    return done({ id, b64s: picture });
  });

  const mayNotRegister = (purpose: CodePurpose, target: Target, area: string | undefined, context: CallContext) => {
    if (purpose !== 'register') return undefined;
    if (!terms.takesMoney(context)) return refuse('money_refused');
    if (!terms.offers(target.type)) return refuse('way_not_offered');
    const countries = [area, countryOfMobile(target.address)];
    return countries.some((country) => country !== undefined && terms.isExcluded(country))
      ? refuse('country_excluded')
      : undefined;
  };

  calls.forVisitor(authCalls.sendEmail, async (input, context) => {
    const target = input.to === '' ? refuse('please_complete') : readTarget('email', input.to, '');
    if (!target.ok) return target;
    return (
      mayNotRegister(input.type, target.data, undefined, context) ?? codes.send(input.type, target.data, context, input)
    );
  });
  calls.forVisitor(authCalls.sendSms, async (input, context) => {
    const target = input.to === '' ? refuse('please_complete') : readTarget('mobile', input.to, input.area_id);
    if (!target.ok) return target;
    return (
      mayNotRegister(input.type, target.data, areaById(input.area_id)?.code, context) ??
      codes.send(input.type, target.data, context, input)
    );
  });
}
