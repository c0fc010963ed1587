import { launchQuery } from '../host/launch';
import { screenPath } from '../host/navigate';
import { askFirst } from '../wire/prelude';
import { drawCards } from './cards';

/**
 * The prelude of the app's document: asks for the first data, and draws the first cards of the answer. Once,
 * though two scripts of the document run it. It checks nothing of the launch data: the server does.
 */
export function run(): void {
  const initData = launchQuery()?.get('tgWebAppData');
  if ('prelude' in window || !initData) return;
  const screen = screenPath(location.pathname);
  window.prelude = { asked: askFirst(initData, screen), tap: null, focus: null };
  if (screen === '/') void drawCards(window.prelude);
}
