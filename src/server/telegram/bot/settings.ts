import 'server-only';
import { formatInTimeZone } from 'date-fns-tz';
import { ru } from 'date-fns/locale/ru';
import { zoneOffset } from '@/core/zone-names';
import { botTexts } from '@/texts/bot';
import { zoneName } from '@/texts/zones';
import { type Account } from '../../accounts';
import { appButtonRow } from '../app-button';
import { privacy } from './onboarding';
import { askToErase, exportData } from './own-data';
import { button, type Turn } from './turn';
import { timeZone } from './zone';

/** Callback data: `s:<what>`. */
export const SETTINGS_PREFIX = 's';
const texts = botTexts.settings;

/** /settings: what is set, and where each of it is changed. */
export async function settings(turn: Turn, account: Account): Promise<void> {
  const { timeZone: zone, timeZoneManual, termsAcceptedAt } = account;
  const name = zoneName(zone, zoneOffset(zone, turn.now));
  const accepted =
    termsAcceptedAt && formatInTimeZone(termsAcceptedAt, zone, 'd MMMM yyyy', { locale: ru });
  const data = (what: string) => `${SETTINGS_PREFIX}:${what}`;
  const { buttons } = texts;
  await turn.say(texts.present({ zone: name, manual: timeZoneManual, accepted }), [
    [button(buttons.zone, data('zone')), button(buttons.terms, data('terms'))],
    [button(buttons.export, data('export')), button(buttons.erase, data('erase'))],
    ...appButtonRow(turn.settings, botTexts.app.open, '/profile'),
  ]);
}

export async function pressSettings(turn: Turn, account: Account, [what]: string[]): Promise<void> {
  if (what === 'zone') await timeZone(turn, account, '');
  else if (what === 'export') await exportData(turn);
  else if (what === 'erase') await askToErase(turn);
  else await privacy(turn);
}
