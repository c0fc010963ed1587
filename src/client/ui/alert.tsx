import { type ReactNode, useRef, useState } from 'react';
import { appTexts } from '@/texts/app';
import { ApiError, isFault } from '../wire/wire';
import styles from './alert.module.css';
import { Button, classes } from './button';
import { Icon } from './icons';

const icons = { success: 'done', info: 'info', warning: 'warning', error: 'fault' } as const;

export interface Way {
  label: string;
  run: () => void;
  /** Its `data-tap`. */
  tap?: string;
}

interface Props {
  severity?: keyof typeof icons | undefined;
  variant?: 'standard' | 'filled';
  /** `status` waits with screen readers until they have finished. */
  role?: 'alert' | 'status' | 'note';
  /** What can be done about it. */
  ways?: readonly Way[] | undefined;
  children: ReactNode;
}

export function Alert({
  severity = 'success',
  variant = 'standard',
  role = 'alert',
  ways = [],
  children,
}: Props) {
  return (
    <div role={role} className={classes(styles.alert, styles[severity], styles[variant])}>
      <span className={styles.icon}>
        <Icon name={icons[severity]} size={22} />
      </span>
      <div className={styles.message}>{children}</div>
      {ways.length > 0 && (
        <div className={styles.action}>
          {ways.map(({ label, run, tap }) => (
            <Button key={label} color="inherit" data-tap={tap} onClick={run}>
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Over a list: how things stand, and what to do. Takes `data-` attributes. */
export const Banner = ({ severity, ways, children, ...data }: Omit<Props, 'variant' | 'role'>) => (
  <div className={styles.banner} {...data}>
    <Alert role="status" {...{ severity, ways, children }} />
  </div>
);

/** «Код ошибки: …», by which the server's log is searched; a press copies it. */
export function ErrorCode({ error }: { error: unknown }) {
  const texts = appTexts.fault;
  const [label, setLabel] = useState<string>(texts.copyCode);
  const shown = useRef<HTMLElement>(null);
  const code = error instanceof ApiError ? error.told.requestId : undefined;
  if (code === undefined) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setLabel(texts.codeCopied);
    } catch {
      // Not allowed in some frames: there it is copied by hand.
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      setLabel(texts.codeSelected);
    }
  };
  return (
    <div className={styles.codeLine}>
      <span>
        {texts.code}{' '}
        <code ref={shown} className={styles.code}>
          {code}
        </code>
      </span>
      <Button color="inherit" onClick={() => void copy()}>
        {label}
      </Button>
    </div>
  );
}

interface FailedLoadProps {
  /** Undefined: there is none, and nothing is drawn. */
  error: unknown;
  mutate: () => unknown;
  children: string;
}

export function FailedLoad({ error, mutate, children }: FailedLoadProps) {
  if (error === undefined) return null;
  // The whole screen is about to say it, and trying again would be refused again.
  if (isFault(error, 'stale', 'terms')) return null;
  const retry = { label: appTexts.actions.retry, run: () => void mutate() };
  return (
    <div className={styles.failed}>
      <Alert severity="error" ways={[retry]}>
        {children}
        <ErrorCode error={error} />
      </Alert>
    </div>
  );
}

interface FaultScreenProps {
  severity?: 'warning' | 'error';
  title: string;
  message: string;
  children?: ReactNode;
  /** The first of them stands out. */
  ways: readonly Way[];
  /** Below it, with a <main> of its own. */
  publicPage?: ReactNode;
}

/** A whole screen that says what is wrong, and offers the way out. */
export function FaultScreen(props: FaultScreenProps) {
  const { severity = 'warning', title, message, children, ways, publicPage } = props;
  const Place = publicPage === undefined ? 'main' : 'section';
  return (
    <>
      {/* data-app: the app's base styles (theme/app.css) count in here; the public page has its own. */}
      <Place className={styles.screen} data-app>
        <Alert severity={severity}>
          <h1 className={styles.title}>{title}</h1>
          {message}
        </Alert>
        {children && <div className={styles.more}>{children}</div>}
        {ways.map(({ label, run }, at) => (
          <Button
            key={label}
            variant={at === 0 ? 'contained' : 'outlined'}
            size="large"
            onClick={run}
          >
            {label}
          </Button>
        ))}
      </Place>
      {publicPage}
    </>
  );
}
