import alerts from './alerts.json';
import auth from './auth.json';
import chart from './chart.json';
import content from './content.json';
import copying from './copying.json';
import identity from './identity.json';
import money from './money.json';
import ranking from './ranking.json';
import shell from './shell.json';
import statement from './statement.json';
import trading from './trading.json';
import wide from './wide.json';

/** All texts of the trader's screens, from one file per area. */
export const texts = {
  ...alerts,
  ...auth,
  ...chart,
  ...content,
  ...copying,
  ...identity,
  ...money,
  ...ranking,
  ...shell,
  ...statement,
  ...trading,
  ...wide,
};
