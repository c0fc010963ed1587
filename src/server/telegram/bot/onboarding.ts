import 'server-only';
import { TERMS_VERSION } from '@/core/limits';
import { botTexts } from '@/texts/bot';
import { type Html, lines } from '@/texts/html';
import { acceptTerms, declineTerms } from '../../account-terms';
import { hasAcceptedTerms } from '../../accounts';
import { appButtonRow } from '../app-button';
import { button, type Keyboard, type Turn } from './turn';

/** Callback data: `terms:accept:<version>`, `terms:decline`, `terms:show`. */
export const TERMS_PREFIX = 'terms';

export const appRow = (turn: Turn): Keyboard => appButtonRow(turn.settings, botTexts.app.open);

/** /start: the terms until they are accepted, a greeting and the app afterwards. */
export async function start(turn: Turn): Promise<void> {
  if (turn.account && hasAcceptedTerms(turn.account)) {
    await turn.say(botTexts.welcomeBack(turn.person.first_name), appRow(turn));
  } else {
    await askForTerms(turn);
  }
}

/** What everybody sees who has not accepted the present terms, whatever they wrote. */
export async function askForTerms(turn: Turn): Promise<void> {
  await turn.say(termsText(turn), termsKeyboard());
}

function termsText(turn: Turn): Html {
  const { appUrl } = turn.settings;
  const urls = { terms: `${appUrl}/terms`, privacy: `${appUrl}/privacy` };
  const before = turn.account?.termsVersion;
  if (before && before !== TERMS_VERSION) return botTexts.terms.askAgain(urls);
  return lines(botTexts.greeting(turn.person.first_name), '', botTexts.terms.ask(urls));
}

const termsKeyboard = (): Keyboard => [
  [button(botTexts.terms.accept, `${TERMS_PREFIX}:accept:${TERMS_VERSION}`)],
  [button(botTexts.terms.decline, `${TERMS_PREFIX}:decline`)],
];

/** A press under the terms. Consent to an older version than the present one is no consent. */
export async function pressTerms(turn: Turn, [action, version]: string[]): Promise<void> {
  if (action === 'accept' && version === TERMS_VERSION) {
    await acceptTerms(turn.db, turn.person, turn.now);
    await turn.show(botTexts.terms.accepted, appRow(turn));
  } else if (action === 'decline') {
    await declineTerms(turn.db, turn.person.id);
    await turn.show(turn.account ? botTexts.terms.declinedWithData : botTexts.terms.declined, [
      [button(botTexts.terms.back, `${TERMS_PREFIX}:show`)],
    ]);
  } else {
    await turn.show(termsText(turn), termsKeyboard());
  }
}
