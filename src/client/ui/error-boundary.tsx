import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { Component, type ReactNode } from 'react';
import { appTexts } from '@/texts/app';

interface Props {
  children: ReactNode;
  /** Leads away from what failed; the children are then tried again. */
  onBack: () => void;
}

/** Keeps a fault in one screen from blanking the app: says so and offers the way back. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const { title, message, back } = appTexts.startup.crashed;
    return (
      <Alert
        severity="error"
        sx={{ m: 2 }}
        action={
          <Button
            color="inherit"
            onClick={() => {
              this.props.onBack();
              this.setState({ failed: false });
            }}
          >
            {back}
          </Button>
        }
      >
        <AlertTitle>{title}</AlertTitle>
        {message}
      </Alert>
    );
  }
}
