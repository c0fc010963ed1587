import { type IconName, iconPaths } from '@/theme/icon-paths';

export type { IconName };

interface Props {
  name: IconName;
  size?: 14 | 18 | 20 | 22 | 24;
  solid?: boolean;
}

/** Thin lines, which stay behind the words; `solid` ones are on. */
export function Icon({ name, size = 24, solid = false }: Props) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={solid ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}
