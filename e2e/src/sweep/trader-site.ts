import './program.ts';
import type { Site } from './site.ts';
import type { Viewer, World } from './world.ts';

/** The trader's page. Its language is a cookie, and a session that another window starts applies to this one too. */
export function traderSite(world: World): Site {
  return {
    path: '/',
    elsewhere: '/language',
    first: 'visitor',
    opensAnew: false,
    places: {},
    speaks: (area) => area !== 'office',
    speak: (context, url, language) => context.addCookies([{ name: 'lang', value: language, url }]),
    become: async (page, viewer) => {
      const visitor = { token: null, user: null, demoId: null };
      const session = viewer === 'visitor' ? visitor : { ...world[viewer as Exclude<Viewer, 'visitor'>], demoId: null };
      // A change from one account to another would load the page again.
      for (const each of [visitor, session])
        await page.evaluate((text) => sweep.becomeUser(text), JSON.stringify(each));
      return session;
    },
  };
}
