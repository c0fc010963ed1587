import { type MouseEvent } from 'react';
import { type ScreenPath } from '@/contract/launch';
import { BADGE_MAX } from '@/core/limits';
import { appTexts } from '@/texts/app';
import { Icon, type IconName } from '../ui/icons';
import styles from './bottom-navigation.module.css';
import { navigate } from '../host/navigate';

const texts = appTexts.navigation;
const tabs: { path: ScreenPath; label: string; icon: IconName }[] = [
  { path: '/', label: texts.reminders, icon: 'bell' },
  { path: '/notes', label: texts.notes, icon: 'note' },
  { path: '/profile', label: texts.profile, icon: 'person' },
];

interface Props {
  pathname: ScreenPath;
  waiting?: number;
  onMove: () => void;
}

export function BottomNavigation({ pathname, waiting = 0, onMove }: Props) {
  const follow = (event: MouseEvent, path: ScreenPath) => {
    if (event.metaKey || event.ctrlKey) return; // A new browser tab is not ours to prevent.
    event.preventDefault();
    if (path !== pathname) onMove();
    navigate(path);
  };
  return (
    <nav className={styles.bar} aria-label={texts.label}>
      {tabs.map(({ path, label, icon }) => (
        <a
          key={path}
          className={styles.tab}
          href={path}
          data-tap={path}
          aria-current={path === pathname ? 'page' : undefined}
          aria-label={path === '/' && waiting > 0 ? texts.remindersWaiting(waiting) : undefined}
          onClick={(event) => follow(event, path)}
        >
          <span className={styles.sign}>
            <Icon name={icon} size={20} />
            {path === '/' && (
              // The prelude fills it before the app's code is here.
              <span className={styles.badge} hidden={waiting === 0} data-badge>
                {waiting > BADGE_MAX ? `${BADGE_MAX}+` : waiting}
              </span>
            )}
          </span>
          <span>{label}</span>
        </a>
      ))}
    </nav>
  );
}
