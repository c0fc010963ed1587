import { appTexts } from '@/texts/app';
import { keptNote } from '../notes/kept';
import { keptReminder } from '../reminders/form/form';
import { forgetLaunch, type Launch } from '../host/launch';
import { useSession } from '../session/session';
import styles from './account-line.module.css';

const texts = appTexts.account;

/** In a browser a link with somebody else's launch data looks like the reader's own app. */
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
