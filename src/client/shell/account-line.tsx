import { appTexts } from '@/texts/app';
import { keptNote, keptReminder } from '../kept-form';
import { forgetLaunch, type Launch } from '../start/launch';
import { useSession } from '../session';
import styles from './account-line.module.css';

const texts = appTexts.account;

/**
 * Whose account this is, and the way out of it. Only in an ordinary browser: there a link with
 * somebody else's launch data looks like the reader's own app.
 */
export function AccountLine() {
  const { host, user } = useSession();
  if (host.inClient) return null;
  const leave = () => {
    keptReminder.drop(user.id);
    keptNote.drop(user.id);
    forgetLaunch();
    window.location.replace('/');
  };
  return (
    <aside className={styles['line']} aria-label={texts.label}>
      <span>{texts.signedIn(nameOf(user))}</span>
      <button type="button" className={styles['leave']} onClick={leave}>
        {texts.leave}
      </button>
    </aside>
  );
}

/** Names can be given to oneself, also another's; the username is nobody else's. */
function nameOf({ name, username, id }: Launch['user']): string {
  const handle = username === null ? '' : `@${username}`;
  if (name === '') return handle || texts.unnamed(id ?? 0);
  return handle === '' ? name : `${name} (${handle})`;
}
