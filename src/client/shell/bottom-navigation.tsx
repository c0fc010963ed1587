import NotificationsIcon from '@mui/icons-material/NotificationsRounded';
import PersonIcon from '@mui/icons-material/PersonRounded';
import NoteIcon from '@mui/icons-material/StickyNote2Rounded';
import { styled } from '@mui/material/styles';
import { type MouseEvent } from 'react';
import { appTexts } from '@/texts/app';
import { useSession } from '../session';
import { navigate, type ScreenPath } from './navigate';

const texts = appTexts.navigation;
const tabs: { path: ScreenPath; label: string; Icon: typeof NoteIcon }[] = [
  { path: '/', label: texts.reminders, Icon: NotificationsIcon },
  { path: '/notes', label: texts.notes, Icon: NoteIcon },
  { path: '/profile', label: texts.profile, Icon: PersonIcon },
];

/*
 * Pinned from the top by the height that Telegram reports without the keyboard: pinned to the bottom
 * it would ride up on the keyboard, or hide below the fold while Telegram shows the app half open.
 */
const Bar = styled('nav')(({ theme }) => ({
  position: 'fixed',
  zIndex: theme.zIndex.appBar,
  insetInline: 0,
  top: 'calc(var(--stable-height, 100dvh) - var(--navigation-height))',
  height: 'var(--navigation-height)',
  display: 'grid',
  gridTemplateColumns: `repeat(${tabs.length}, minmax(0, 160px))`,
  justifyContent: 'center',
  paddingBottom: 'var(--inset-bottom, 0px)',
  background: theme.vars.palette.background.paper,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
}));

const Tab = styled('a')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 2,
  textDecoration: 'none',
  minWidth: 0,
  fontFamily: 'inherit',
  fontSize: '0.75rem',
  fontWeight: 500,
  color: theme.vars.palette.text.secondary,
  '& > span:first-of-type': {
    display: 'flex',
    borderRadius: 16,
    padding: '4px 20px',
    transition: theme.transitions.create('background-color', { duration: 150 }),
  },
  '&[aria-current]': { color: theme.vars.palette.primary.main, fontWeight: 700 },
  '&[aria-current] > span:first-of-type': { background: 'var(--primary-soft)' },
  '&:focus-visible': { outline: '2px solid currentColor', outlineOffset: -4, borderRadius: 12 },
}));

/** The three sections of the app. */
export function BottomNavigation({ pathname }: { pathname: string }) {
  const { host } = useSession();
  const follow = (event: MouseEvent, path: ScreenPath) => {
    if (event.metaKey || event.ctrlKey) return; // A new browser tab is not ours to prevent.
    event.preventDefault();
    if (path !== pathname) host.haptic('selection');
    navigate(path);
  };
  return (
    <Bar aria-label={texts.label}>
      {tabs.map(({ path, label, Icon }) => (
        <Tab
          key={path}
          href={path}
          aria-current={path === pathname ? 'page' : undefined}
          onClick={(event) => follow(event, path)}
        >
          <span>
            <Icon fontSize="small" aria-hidden="true" />
          </span>
          <span>{label}</span>
        </Tab>
      ))}
    </Bar>
  );
}
