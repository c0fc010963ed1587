import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { styled, useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { appTexts } from '@/texts/app';
import { useSession } from '../session';
import { ErrorCode } from './error-code';

const Body = styled('form')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 16,
  padding: 'calc(20px + var(--inset-top, 0px)) 20px 0',
  [theme.breakpoints.up('sm')]: { padding: '24px 24px 0' },
}));

const Actions = styled('div')(({ theme }) => ({
  position: 'sticky',
  bottom: 0,
  zIndex: 1,
  display: 'flex',
  justifyContent: 'flex-end',
  gap: 8,
  margin: 'auto -20px 0',
  padding: '12px 20px calc(12px + var(--inset-bottom, 0px))',
  background: theme.vars.palette.background.paper,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  [theme.breakpoints.up('sm')]: { marginInline: -24, padding: '12px 24px' },
}));

const Detail = styled('div')({ marginTop: 8, whiteSpace: 'pre-line', overflowWrap: 'anywhere' });
const Choices = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 12 });

export interface Refusal {
  message: string;
  /** A second line of explanation. */
  detail?: string | undefined;
  /** Of a fault that nobody expected. */
  code?: string | undefined;
  choices?: readonly { label: string; run: () => void }[];
}

interface Props {
  title: string;
  /** The server's word on the last save, and ways to answer it. */
  fault: Refusal | null;
  /** Unsaved input: Telegram asks before it closes the app. */
  dirty: boolean;
  saving: boolean;
  /** Changes with every refused save: the first faulty field is then focused. */
  refusals: number;
  /** A tour stands over the form: its steps take the focus, and Escape does not close the form. */
  guided?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form over the whole phone, or a narrow dialog on wider screens; Telegram's back button closes it. */
export function FormDialog({
  title,
  fault,
  dirty,
  saving,
  refusals,
  guided = false,
  onSubmit,
  onClose,
  children,
}: Props) {
  const { host } = useSession();
  const titleId = useId();
  const form = useRef<HTMLFormElement>(null);
  const theme = useTheme();
  const narrow = useMediaQuery(theme.breakpoints.down('sm'), { noSsr: true });
  const close = useEffectEvent(() => {
    if (!saving) onClose();
  });

  useEffect(() => host.onBack(() => close()), [host]);
  useEffect(() => {
    if (!dirty) return;
    host.confirmClosing(true);
    return () => host.confirmClosing(false);
  }, [host, dirty]);
  useEffect(() => {
    if (refusals === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  return (
    <Dialog
      open
      fullWidth
      fullScreen={narrow}
      maxWidth={narrow ? false : 'sm'}
      scroll="body"
      aria-labelledby={titleId}
      disableEnforceFocus={guided}
      onClose={() => {
        if (!saving && !guided) onClose();
      }}
      sx={{ height: 'var(--visible-height, 100%)' }}
    >
      <Body
        ref={form}
        noValidate
        aria-busy={saving}
        sx={{ minHeight: narrow ? 'var(--visible-height, 100dvh)' : 0 }}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Typography id={titleId} component="h2" variant="h2">
          {title}
        </Typography>
        {fault !== null && (
          <Alert severity={fault.choices ? 'warning' : 'error'}>
            {fault.message}
            {fault.detail !== undefined && <Detail>{fault.detail}</Detail>}
            {fault.code !== undefined && <ErrorCode code={fault.code} />}
            {fault.choices && (
              <Choices>
                {fault.choices.map(({ label, run }) => (
                  <Button key={label} color="inherit" variant="outlined" onClick={run}>
                    {label}
                  </Button>
                ))}
              </Choices>
            )}
          </Alert>
        )}
        {children}
        <Actions>
          <Button size="large" onClick={onClose} disabled={saving}>
            {appTexts.actions.cancel}
          </Button>
          <Button
            type="submit"
            size="large"
            variant="contained"
            loading={saving}
            data-tour="submit"
          >
            {appTexts.actions.save}
          </Button>
        </Actions>
      </Body>
    </Dialog>
  );
}
