import alerts from './alerts.json';
import auth from './auth.json';
import chart from './chart.json';
import content from './content.json';
import desk from './desk.json';
import identity from './identity.json';
import money from './money.json';
import ranking from './ranking.json';
import shell from './shell.json';
import statement from './statement.json';
import trading from './trading.json';

/** The texts of the trader's screens: one file for the page, edited apart by area. */
export const texts = {
  ...alerts,
  ...auth,
  ...chart,
  ...content,
  ...desk,
  ...identity,
  ...money,
  ...ranking,
  ...shell,
  ...statement,
  ...trading,
};
