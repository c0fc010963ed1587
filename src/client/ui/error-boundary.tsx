import { Component, type ReactNode } from 'react';
import { appTexts } from '@/texts/app';
import { navigate } from '../host/navigate';
import { FaultScreen } from './alert';

interface Props {
  children: ReactNode;
  /** Whether this is what its user looks at. What failed is tried again when it is shown again. */
  shown: boolean;
}

/** Keeps a fault in one screen from blanking the app: says so, offers the way to the first one, and tries again. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: Props) {
    const shownAgain = this.props.shown && !before.shown;
    if (shownAgain && this.state.failed) this.setState({ failed: false });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    if (!this.props.shown) return null;
    const { title, message, back } = appTexts.startup.crashed;
    const run = () => {
      navigate('/');
      this.setState({ failed: false });
    };
    return (
      <FaultScreen severity="error" title={title} message={message} ways={[{ label: back, run }]} />
    );
  }
}
