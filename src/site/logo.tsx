interface Props {
  /** The page's own where none are given. */
  fill?: string;
  stroke?: string;
  side?: number;
}

/** A message that is a clock whose hands are a tick. */
export function Logo({ fill = 'var(--primary)', stroke = 'var(--on-primary)', side }: Props) {
  return (
    <svg viewBox="0 0 32 32" width={side} height={side} aria-hidden>
      <path fill={fill} d="M16.4 3a12.6 12.6 0 1 1-5.9 23.7L4 28.6l2-6.1A12.6 12.6 0 0 1 16.4 3Z" />
      <path
        d="m11.4 15.6 3.8 4.2 6.6-8.9"
        fill="none"
        stroke={stroke}
        strokeWidth="2.9"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
