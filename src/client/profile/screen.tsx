import { useAnswer } from '../session/use-answer';
import { type Responses } from '@/contract/api';
import { firstCharacter } from '@/core/cut';
import { PROFILE_SKELETONS } from '@/core/limits';
import { appTexts } from '@/texts/app';
import { profileTexts } from '@/texts/profile';
import { useSession } from '../session/session';
import { navigate } from '../host/navigate';
import { FailedLoad } from '../ui/alert';
import { Button } from '../ui/button';
import { Screen, ScreenTitle } from '../ui/screen';
import { ProfileRows } from './rows';
import styles from './screen.module.css';

const texts = profileTexts;
type Stats = Responses['stats']['stats'];
const order: readonly (keyof Stats)[] = [
  'totalNotifications',
  'archivedNotifications',
  'activeNotifications',
  'totalNotes',
  'personalNotes',
  'workNotes',
];

export default function ProfileScreen() {
  const { api, user } = useSession();
  const { data, error, mutate } = useAnswer('stats', api.stats);
  return (
    <Screen headless>
      <ScreenTitle>{texts.title}</ScreenTitle>
      <div className={styles.person}>
        <span className={styles.avatar} aria-hidden="true">
          {initials(user.name || (user.username ?? ''))}
          {user.photoUrl !== null && (
            // Telegram's own picture, as small as it is shown.
            // eslint-disable-next-line @next/next/no-img-element
            <img
              src={user.photoUrl}
              alt=""
              onError={({ currentTarget }) => (currentTarget.hidden = true)}
            />
          )}
        </span>
        <div>
          {user.name !== '' && <div className={styles.name}>{user.name}</div>}
          {user.username !== null && <div className={styles.username}>@{user.username}</div>}
        </div>
      </div>
      <h2 className={styles.heading}>{texts.analytics}</h2>
      <FailedLoad {...{ error, mutate }}>{texts.failed}</FailedLoad>
      {data ? <StatCards stats={data.stats} /> : error === undefined && <Skeletons />}
      <div className={styles.groups}>
        <ProfileRows />
      </div>
      {data?.isAdmin && (
        <p>
          <Button variant="outlined" size="large" onClick={() => navigate('/admin')}>
            {texts.admin}
          </Button>
        </p>
      )}
    </Screen>
  );
}

const StatCards = ({ stats }: { stats: Stats }) => (
  <dl className={styles.stats}>
    {order.map((name) => (
      <div key={name}>
        <dt>{texts.stats[name]}</dt>
        <dd>{stats[name].toLocaleString('ru-RU')}</dd>
      </div>
    ))}
  </dl>
);

const Skeletons = () => (
  <div className={styles.stats} role="status" aria-label={appTexts.list.loading}>
    {Array.from({ length: PROFILE_SKELETONS }, (_, at) => (
      <div key={at} aria-hidden="true" data-skeleton />
    ))}
  </div>
);

const initials = (name: string): string =>
  name
    .split(' ')
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => firstCharacter(word).toUpperCase())
    .join('');
