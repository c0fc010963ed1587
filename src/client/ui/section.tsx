import { type ReactNode } from 'react';
import styles from './section.module.css';

export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.section} aria-label={title}>
    <h2 className={styles.title}>{title}</h2>
    {children}
  </section>
);
