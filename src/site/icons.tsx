import { type IconName, iconPaths } from '@/theme/icon-paths';

/** One of the site's few icons. It inherits the text's colour and says nothing to screen readers. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill={name === 'bolt' ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}
