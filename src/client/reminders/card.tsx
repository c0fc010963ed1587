import BoltIcon from '@mui/icons-material/BoltRounded';
import CheckIcon from '@mui/icons-material/CheckCircleRounded';
import ErrorIcon from '@mui/icons-material/ErrorOutlineRounded';
import CardIcon from '@mui/icons-material/CreditCardRounded';
import RepeatIcon from '@mui/icons-material/RepeatRounded';
import WarningIcon from '@mui/icons-material/WarningAmberRounded';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { memo } from 'react';
import { type Reminder } from '@/contract/reminder';
import { ALL } from '@/core/limits';
import { appTexts } from '@/texts/app';
import { RowActions } from '../ui/row-actions';
import styles from './card.module.css';

const texts = appTexts.reminders;
const typeIcons: Record<string, typeof WarningIcon> = { Проверка: CheckIcon, Оплата: CardIcon };

/** At 60% only the strongest ink still has WCAG AA's 4.5:1, so everything on the card takes it. */
const faded = { opacity: 0.6, color: 'common.onBackground', '&& *': { color: 'inherit' } };

interface Props {
  reminder: Reminder;
  formatDateTime: (iso: string) => string;
  onEdit: (reminder: Reminder) => void;
  onDelete: (reminder: Reminder) => void;
}

/** One reminder of the list. */
export const ReminderCard = memo(function ReminderCard(props: Props) {
  const { reminder, formatDateTime, onEdit, onDelete } = props;
  const typeName = reminder.type.name || texts.unknownType;
  const TypeIcon = typeIcons[typeName] ?? WarningIcon;
  return (
    <Card
      component="article"
      aria-label={reminder.text}
      data-completed={reminder.completed}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        gap: 1.5,
        height: '100%',
        p: 2,
        ...(reminder.completed && faded),
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <Box
          sx={{
            display: 'grid',
            placeItems: 'center',
            flexShrink: 0,
            width: 40,
            height: 40,
            borderRadius: '12px',
            bgcolor: 'var(--primary-soft)',
            color: 'primary.main',
          }}
        >
          <TypeIcon aria-hidden="true" />
        </Box>
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography sx={{ fontWeight: 600, lineHeight: 1.3 }} noWrap>
            {typeName}
          </Typography>
          <Typography
            component="time"
            dateTime={reminder.dateTime}
            variant="body2"
            sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
          >
            {formatDateTime(reminder.dateTime)}
          </Typography>
        </Box>
        {reminder.repeat && reminder.repeatEvery !== null && reminder.repeatUnit !== null && (
          <Sign
            Icon={RepeatIcon}
            label={texts.repeatEvery(reminder.repeatEvery, reminder.repeatUnit)}
          />
        )}
        {reminder.flood && reminder.floodInterval !== null && (
          <Sign Icon={BoltIcon} label={texts.floodEvery(reminder.floodInterval)} />
        )}
      </Box>
      <Typography sx={{ flex: 1, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
        {reminder.text}
      </Typography>
      {(reminder.state === 'failed' || reminder.state === 'unreachable') && (
        <Box className={styles.trouble} data-state={reminder.state}>
          <ErrorIcon fontSize="small" aria-hidden="true" />
          {texts.trouble[reminder.state]}
        </Box>
      )}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 36 }}>
        {reminder.category.name !== ALL && (
          <Chip label={reminder.category.name} size="small" sx={{ minWidth: 0 }} />
        )}
        <RowActions
          of={reminder.text}
          onEdit={() => onEdit(reminder)}
          onDelete={() => onDelete(reminder)}
        />
      </Box>
    </Card>
  );
});

/** An icon that explains itself to a pointer, a finger, the keyboard and a screen reader. */
function Sign({ Icon, label }: { Icon: typeof WarningIcon; label: string }) {
  return (
    <Tooltip title={label} enterTouchDelay={0}>
      <Box
        component="span"
        role="img"
        tabIndex={0}
        sx={{ display: 'inline-flex', color: 'text.secondary', borderRadius: 1 }}
      >
        <Icon fontSize="small" />
      </Box>
    </Tooltip>
  );
}
