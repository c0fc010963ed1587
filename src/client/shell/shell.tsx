import { type ComponentProps } from 'react';
import { type ScreenPath } from '@/contract/launch';
import { PROFILE_SKELETONS } from '@/core/limits';
import { appTexts } from '@/texts/app';
import { classes } from '../ui/button';
import { CardSkeletons } from '../list/card-list';
import { ListHeader } from '../list/list-header';
import { QuickLineSketch } from '../reminders/quick/quick-line';
import { ListTabs } from '../reminders/screen/screen';
import { Loading } from '../ui/loading';
import { Screen, ScreenTitle, TitleLine } from '../ui/screen';
import { BottomNavigation } from './bottom-navigation';
import { PreludeCards } from './prelude-place';
import screens from './screens.module.css';
import styles from './shell.module.css';

const { reminders, notes, profile } = appTexts;
const nothing = () => undefined;

/**
 * The app before it is there: parts that the server draws and nobody can use yet. «Загрузка...» is there for
 * screen readers at once, and is seen when it takes long.
 */
export function Shell({ pathname }: { pathname: ScreenPath }) {
  return (
    <>
      <div
        className={classes(screens.screens, styles.shell)}
        data-app={pathname}
        aria-hidden="true"
        inert
        suppressHydrationWarning
      >
        {sketchOf(pathname)}
        <BottomNavigation pathname={pathname} onMove={nothing} />
      </div>
      <div className={styles.slow}>
        <Loading />
      </div>
    </>
  );
}

function sketchOf(pathname: ScreenPath) {
  switch (pathname) {
    case '/notes':
      return (
        <Screen sketch>
          <Header addLabel={notes.add} />
          <ScreenTitle sketch>{notes.title}</ScreenTitle>
          <CardSkeletons />
        </Screen>
      );
    case '/profile':
      return (
        <Screen sketch headless>
          <ScreenTitle sketch>{profile.title}</ScreenTitle>
          <CardSkeletons count={PROFILE_SKELETONS} />
        </Screen>
      );
    case '/admin':
      return null;
    case '/':
      return (
        <Screen sketch>
          <Header addLabel={reminders.add} calendar={{ open: false, onToggle: nothing }} />
          <TitleLine>
            <ScreenTitle sketch>{reminders.title}</ScreenTitle>
            <ListTabs value="current" onChange={nothing} />
          </TitleLine>
          <QuickLineSketch />
          <div>
            <PreludeCards />
            <div className={styles.waiting}>
              <CardSkeletons rowsOnly />
            </div>
          </div>
        </Screen>
      );
  }
}

const Header = (own: Pick<ComponentProps<typeof ListHeader>, 'addLabel' | 'calendar'>) => (
  <ListHeader
    list={{ filter: { search: '' }, change: nothing, reset: nothing }}
    onAdd={nothing}
    {...own}
  />
);
