import 'server-only';
import { localDateAt } from '@/core/time-zone';
import { botTexts } from '@/texts/bot';
import { describeDate } from '@/texts/schedule';
import { type InactivityWarning } from './step';
import { type AppAddress, appButtonRow } from '../telegram/message';
import { type BotApi, type Send, sendMessageVia } from '../telegram/send';

/** Callback data of the button that keeps everything. */
export const STAY = 'stay';

/** How the daily cleanup sends its warning. */
export function warnVia(
  api: BotApi,
  address: AppAddress,
  clock: () => Date,
): Send<InactivityWarning> {
  const send = sendMessageVia(api);
  const { warning, stay } = botTexts.inactivity;
  return ({ chatId, eraseAt, timeZone }, signal) => {
    const date = describeDate(localDateAt(clock(), timeZone), localDateAt(eraseAt, timeZone));
    const keyboard = [
      [{ text: stay, callback_data: STAY }],
      ...appButtonRow(address, botTexts.app.open),
    ];
    return send({ chatId, message: { text: warning(date), keyboard } }, signal);
  };
}
