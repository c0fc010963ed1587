import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode } from 'react';

interface Props {
  severity?: 'warning' | 'error';
  title: string;
  message: string;
  /** What else there is to know. */
  children?: ReactNode;
  action: { label: string; run: () => void };
}

/** A whole screen that says what is wrong, what to do, and offers the way out. */
export function Notice({ severity = 'warning', title, message, children, action }: Props) {
  return (
    <Box
      component="main"
      sx={{
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'center',
        gap: 2,
        // Less the bottom navigation and the room above it, which are there on some screens.
        minHeight: 'calc(var(--stable-height, 100dvh) - var(--navigation-height) - 16px)',
        maxWidth: 480,
        mx: 'auto',
        p: 3,
      }}
    >
      <Alert severity={severity}>
        <AlertTitle component="h1">{title}</AlertTitle>
        {message}
      </Alert>
      {children && <Box sx={{ color: 'text.secondary' }}>{children}</Box>}
      <Button variant="contained" size="large" onClick={action.run}>
        {action.label}
      </Button>
    </Box>
  );
}
