import { iconPaths } from '@/theme/icon-paths';

/** Thin lines, which stay behind the words; `solid` ones are on. */
export const icon = (path: string, solid = false) =>
  function Icon({ size = 24 }: { size?: 14 | 16 | 18 | 20 | 22 | 24 }) {
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
        <path d={path} />
      </svg>
    );
  };

export type Icon = ReturnType<typeof icon>;

export const AddIcon = icon(iconPaths.plus);
export const SendIcon = icon(iconPaths.plane);
export const CloseIcon = icon(iconPaths.close);
export const SearchIcon = icon(iconPaths.search);
export const TuneIcon = icon(iconPaths.tune);
export const DeleteIcon = icon(iconPaths.bin);
export const EditIcon = icon(iconPaths.pencil);
export const BoltIcon = icon(iconPaths.bolt);
export const CheckIcon = icon(iconPaths.done);
export const PaymentIcon = icon(iconPaths.card);
export const RepeatIcon = icon(iconPaths.repeat);
export const WarningIcon = icon(iconPaths.warning);
export const NotificationsIcon = icon(iconPaths.bell);
export const PersonIcon = icon(iconPaths.person);
export const NoteIcon = icon(iconPaths.note);
export const FaultIcon = icon(iconPaths.fault);
export const InfoIcon = icon(iconPaths.info);
export const BackIcon = icon(iconPaths.back);
export const ForwardIcon = icon(iconPaths.forward);
export const CalendarIcon = icon(iconPaths.calendar);
export const ExpandIcon = icon('m6 9.5 6 6 6-6');
