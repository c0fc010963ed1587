import { type ReactNode } from 'react';
import styles from './phone.module.css';

/** A drawn phone. To assistive technology it is one picture, described by `label`. */
export function Phone({
  label,
  time,
  children,
}: {
  label: string;
  time: string;
  children: ReactNode;
}) {
  return (
    <div className={styles.phone} role="img" aria-label={label}>
      <div className={styles.screen}>
        <div className={styles.status}>
          <span>{time}</span>
          <svg viewBox="0 0 46 12" aria-hidden>
            <path d="M0 9h2.6v3H0zM4 6.5h2.6V12H4zM8 4h2.6v8H8zM12 1h2.6v11H12z" />
            <rect
              x="21.5"
              y=".5"
              width="21"
              height="11"
              rx="3.5"
              fill="none"
              stroke="currentColor"
            />
            <rect x="23" y="2" width="15" height="8" rx="2.2" />
            <path d="M44 4c1.5.3 1.5 3.7 0 4z" />
          </svg>
        </div>
        {children}
      </div>
    </div>
  );
}
