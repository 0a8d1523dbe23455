import { authCalls } from '@fairlot/contract';
import { addressGroup } from '../../platform/addresses.ts';
import { done, refuse } from '../../platform/answer.ts';
import type { Calls } from '../../platform/calls.ts';
import type { Captchas } from '../../platform/captcha/captchas.ts';
import type { TokenBuckets } from '../../platform/token-bucket.ts';
import { areaById, namedAreas } from './areas.ts';
import type { Codes } from './codes.ts';
import { countryOfMobile, readTarget } from './target.ts';
import type { Target } from './target.ts';
import type { AccountTerms } from './terms.ts';
import type { CodePurpose } from './code-book.ts';

export interface NotifyParts {
  readonly codes: Codes;
  readonly captchas: Captchas;
  /** Pictures by address: drawing one costs a hundredth of a second. */
  readonly captchaLimit: TokenBuckets;
  readonly terms: AccountTerms;
}

/** What a visitor needs on the way to an account: area codes, verification codes, pictures to read. */
export function registerNotify(calls: Calls, { codes, captchas, captchaLimit, terms }: NotifyParts): void {
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
    if (!captchaLimit.take(addressGroup(address))) return refuse('too_many_requests');
    const { id, picture } = await captchas.issue();
    return done({ id, b64s: picture });
  });

  const mayNotRegister = (purpose: CodePurpose, target: Target, area: string | undefined) => {
    if (purpose !== 'register') return undefined;
    if (!terms.offers(target.type)) return refuse('way_not_offered');
    const countries = [area, countryOfMobile(target.address)];
    return countries.some((country) => country !== undefined && terms.isExcluded(country))
      ? refuse('country_excluded')
      : undefined;
  };

  calls.forVisitor(authCalls.sendEmail, async (input, context) => {
    const target = input.to === '' ? refuse('please_complete') : readTarget('email', input.to, '');
    if (!target.ok) return target;
    return mayNotRegister(input.type, target.data, undefined) ?? codes.send(input.type, target.data, context, input);
  });
  calls.forVisitor(authCalls.sendSms, async (input, context) => {
    const target = input.to === '' ? refuse('please_complete') : readTarget('mobile', input.to, input.area_id);
    if (!target.ok) return target;
    return (
      mayNotRegister(input.type, target.data, areaById(input.area_id)?.code) ??
      codes.send(input.type, target.data, context, input)
    );
  });
}
