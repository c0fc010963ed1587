const circle = (x: number, y: number, r: number) =>
  `M${x + r} ${y}a${r} ${r} 0 1 1-${2 * r} 0a${r} ${r} 0 1 1 ${2 * r} 0Z`;
const box = (x: number, y: number, width: number, height: number) =>
  `M${x + 2.5} ${y}h${width - 5}a2.5 2.5 0 0 1 2.5 2.5v${height - 5}a2.5 2.5 0 0 1-2.5 2.5h-${width - 5}a2.5 2.5 0 0 1-2.5-2.5v-${height - 5}a2.5 2.5 0 0 1 2.5-2.5Z`;

/** Lines on a ground of 24 × 24, of the site and of the app alike. */
export const iconPaths = {
  sun: `${circle(12, 12, 4.2)}M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4`,
  moon: 'M20 14.2A8.3 8.3 0 0 1 9.8 4a8.3 8.3 0 1 0 10.2 10.2Z',
  plane: 'M21 3.5 2.8 10.4l6.7 2.7L21 3.5Zm0 0-4.6 16-6.9-6.4M9.5 13.1v5.7l3-2.9',
  card: `${box(2.5, 5, 19, 14)}M2.5 10h19M6.5 15h4`,
  check: 'm5 12.5 4.7 4.7L19.2 7',
  warning: 'M12 4 2.8 19.5h18.4L12 4Zm0 6.2v4.3M12 17.2v.1',
  repeat:
    'm17 3 3.5 3.5L17 10M3.5 11V9.5a3 3 0 0 1 3-3h14M7 21l-3.5-3.5L7 14M20.5 13v1.5a3 3 0 0 1-3 3h-14',
  bolt: 'M13 3 6 13.5h5.5L11 21l7-10.5h-5.5L13 3Z',
  done: `${circle(12, 12, 9)}m-13 .3 2.8 2.8 5.2-5.6`,
  pencil: 'M4 20h4L19.5 8.5l-4-4L4 16v4ZM13 7l4 4',
  bin: 'M4.5 6.5h15M9.5 6.5v-3h5v3M6.5 6.5 7.3 20.5h9.4l.8-14',
  calendar: `${box(3.5, 5, 17, 15.5)}M3.5 10h17M8 2.5v4M16 2.5v4`,
  tune: 'M3.5 7h10M18 7h2.5M15.5 4.5v5M3.5 17h3M11 17h9.5M8.5 14.5v5',
  bell: 'M6 10a6 6 0 0 1 12 0c0 5 2 6.5 2 6.5H4S6 15 6 10ZM10 20a2.2 2.2 0 0 0 4 0',
  note: 'M5 3.5h14v11l-5.5 6H5v-17ZM19 14.5h-5.5v6M8.5 8h7M8.5 12h4',
  person: `${circle(12, 8, 4)}M4 20.5c1-4 4.2-5.5 8-5.5s7 1.5 8 5.5`,
  search: `${circle(10.5, 10.5, 6.5)}M15.5 15.5l5 5`,
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6 6 18',
  fault: `${circle(12, 12, 9)}M12 7.5v5.5M12 16.3v.1`,
  info: `${circle(12, 12, 9)}M12 11v5.5M12 7.7v.1`,
  back: 'M14.5 6l-6 6 6 6',
  forward: 'M9.5 6l6 6-6 6',
  down: 'm6 9.5 6 6 6-6',
  up: 'm6 14.5 6-6 6 6',
  merge: 'M7 20.5l5-5.5V4M8.5 7.5 12 4l3.5 3.5M14.5 17.5l2.5 3',
  pin: 'M9 3.5h6M10 3.5v6c0 1.5-1 2.8-3 3.5v1.5h10V13c-2-.7-3-2-3-3.5v-6M12 14.5V21',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  play: 'M8 5.5v13l10.5-6.5L8 5.5Z',
  skip: 'M6 6.5v11l8.5-5.5L6 6.5ZM18 6.5v11',
  share: 'M12 15V3.5M8 7l4-4 4 4M7.5 11H5v9.5h14V11h-2.5',
  more: 'M5 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M17 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0',
} as const;

export type IconName = keyof typeof iconPaths;

const TYPE_ICONS: Partial<Record<string, IconName>> = { Проверка: 'done', Оплата: 'card' };
/** The types that have an icon of their own. */
export const typesWithIcon = Object.keys(TYPE_ICONS);
/** By the type's name; any other type has the warning sign. */
export const iconOfType = (name: string): IconName => TYPE_ICONS[name] ?? 'warning';
