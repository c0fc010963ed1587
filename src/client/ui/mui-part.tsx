import { type ComponentType, type ReactNode } from 'react';
import { lazyPart } from './lazy-part';

const loadTheme = () => import('@/theme/app-theme');

/**
 * A part of the app that is built of MUI: it comes, and MUI with it, when it is first drawn. The first
 * screen has no runtime styling, and so does not wait for it.
 */
export function muiPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  fallback: ReactNode = null,
): ReturnType<typeof lazyPart<P>> {
  return lazyPart(async () => {
    const [{ default: Part }, { AppTheme }] = await Promise.all([load(), loadTheme()]);
    const Themed = (props: P) => (
      <AppTheme>
        <Part {...props} />
      </AppTheme>
    );
    return { default: Themed };
  }, fallback);
}
