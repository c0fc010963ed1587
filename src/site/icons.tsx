/** The site's few icons. They inherit the text's colour and say nothing to screen readers. */

const stroke = {
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
} as const;

export const icons = {
  sun: (
    <svg {...stroke}>
      <circle cx="12" cy="12" r="4.2" />
      <path d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4" />
    </svg>
  ),
  moon: (
    <svg {...stroke}>
      <path d="M20 14.2A8.3 8.3 0 0 1 9.8 4a8.3 8.3 0 1 0 10.2 10.2Z" />
    </svg>
  ),
  plane: (
    <svg {...stroke}>
      <path d="M21 3.5 2.8 10.4l6.7 2.7L21 3.5Zm0 0-4.6 16-6.9-6.4M9.5 13.1v5.7l3-2.9" />
    </svg>
  ),
  card: (
    <svg {...stroke}>
      <rect x="2.5" y="5" width="19" height="14" rx="2.5" />
      <path d="M2.5 10h19M6.5 15h4" />
    </svg>
  ),
  check: (
    <svg {...stroke}>
      <path d="m5 12.5 4.7 4.7L19.2 7" />
    </svg>
  ),
  warning: (
    <svg {...stroke}>
      <path d="M12 4 2.8 19.5h18.4L12 4Zm0 6.2v4.3M12 17.2v.1" />
    </svg>
  ),
  repeat: (
    <svg {...stroke}>
      <path d="m17 3 3.5 3.5L17 10M3.5 11V9.5a3 3 0 0 1 3-3h14M7 21l-3.5-3.5L7 14M20.5 13v1.5a3 3 0 0 1-3 3h-14" />
    </svg>
  ),
  bolt: (
    <svg {...stroke}>
      <path d="M13 3 6 13.5h5.5L11 21l7-10.5h-5.5L13 3Z" fill="currentColor" />
    </svg>
  ),
  done: (
    <svg {...stroke}>
      <circle cx="12" cy="12" r="9" />
      <path d="m8 12.3 2.8 2.8 5.2-5.6" />
    </svg>
  ),
  snooze: (
    <svg {...stroke}>
      <circle cx="12" cy="13" r="8" />
      <path d="M12 9v4.2l2.8 1.7M3 5.5l3.2-2.7M21 5.5l-3.2-2.7" />
    </svg>
  ),
  pencil: (
    <svg {...stroke}>
      <path d="M4 20h4L19.5 8.5l-4-4L4 16v4ZM13 7l4 4" />
    </svg>
  ),
  bin: (
    <svg {...stroke}>
      <path d="M4.5 6.5h15M9.5 6.5v-3h5v3M6.5 6.5 7.3 20.5h9.4l.8-14" />
    </svg>
  ),
  calendar: (
    <svg {...stroke}>
      <rect x="3.5" y="5" width="17" height="15.5" rx="2.5" />
      <path d="M3.5 10h17M8 2.5v4M16 2.5v4" />
    </svg>
  ),
  tune: (
    <svg {...stroke}>
      <path d="M3.5 7h10M18 7h2.5M15.5 4.5v5M3.5 17h3M11 17h9.5M8.5 14.5v5" />
    </svg>
  ),
  bell: (
    <svg {...stroke}>
      <path d="M6 10a6 6 0 0 1 12 0c0 5 2 6.5 2 6.5H4S6 15 6 10ZM10 20a2.2 2.2 0 0 0 4 0" />
    </svg>
  ),
  note: (
    <svg {...stroke}>
      <path d="M5 3.5h14v11l-5.5 6H5v-17ZM19 14.5h-5.5v6M8.5 8h7M8.5 12h4" />
    </svg>
  ),
  person: (
    <svg {...stroke}>
      <circle cx="12" cy="8" r="4" />
      <path d="M4 20.5c1-4 4.2-5.5 8-5.5s7 1.5 8 5.5" />
    </svg>
  ),
  search: (
    <svg {...stroke}>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="m15.5 15.5 5 5" />
    </svg>
  ),
  plus: (
    <svg {...stroke}>
      <path d="M12 5v14M5 12h14" />
    </svg>
  ),
} as const;
