import type { OfficeWorld } from './office-world.ts';
import type { Site } from './site.ts';

/** The office's page. It stores its language in the browser, and its session is a cookie. */
export function officeSite({ sessions, places }: OfficeWorld, url: string): Site {
  return {
    path: '/office/',
    elsewhere: '/self',
    first: 'stranger',
    opensAnew: true,
    places,
    speaks: (area) => area === 'office' || area === 'server',
    speak: async (context, _url, language) => {
      await context.addInitScript((code) => {
        // The blank page between two others has no storage.
        if (location.protocol !== 'about:') localStorage.setItem('fairlot.office.language', JSON.stringify(code));
      }, language);
    },
    become: async (page, viewer) => {
      const session = sessions[viewer];
      await page.context().clearCookies();
      if (session !== undefined)
        await page.context().addCookies([{ ...session, url: `${url}/office/`, httpOnly: true, sameSite: 'Strict' }]);
    },
  };
}
