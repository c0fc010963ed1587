import { type ReactNode } from 'react';
import { day, type SiteFacts } from '@/texts/site';
import { tidy } from '@/texts/typography';
import styles from './day.module.css';
import { Icon } from './icons';

interface HourProps {
  time: string;
  title: string;
  text: string;
  children: ReactNode;
}

/** One hour of the day: a feature, and a picture of it made of text. */
function Hour({ time, title, text, children }: HourProps) {
  return (
    <li className={styles.hour}>
      <time>{time}</time>
      <div>
        <h3>{tidy(title)}</h3>
        <p>{tidy(text)}</p>
      </div>
      <div aria-hidden>{children}</div>
    </li>
  );
}

export function Day({ facts }: { facts: SiteFacts }) {
  const { title, repeat, flood, snooze } = day(facts);
  return (
    <section id="day" className="container section">
      <h2 className="title">{title}</h2>
      <ol className={styles.hours}>
        <Hour {...repeat}>
          <div className={styles.card}>
            <b>{repeat.what}</b>
            <div className={`${styles.choices ?? ''} ${styles.week ?? ''}`}>
              {repeat.week.map((name, at) => (
                <span key={name} className={at < 5 ? styles.on : undefined}>
                  {name}
                </span>
              ))}
            </div>
            <span className={styles.note}>
              <Icon name="repeat" /> {repeat.rule}
            </span>
          </div>
        </Hour>
        <Hour {...flood}>
          <div className={styles.pile}>
            {flood.times.map((time, at) => (
              <div key={time} className={styles.card}>
                <div className={styles.line}>
                  <b>{flood.what}</b>
                  <small>{time}</small>
                </div>
                {at === flood.times.length - 1 && (
                  <span className={styles.press}>
                    <Icon name="check" /> {flood.done}
                  </span>
                )}
              </div>
            ))}
          </div>
        </Hour>
        <Hour {...snooze}>
          <div className={styles.card}>
            <b>{snooze.what}</b>
            <div className={styles.choices}>
              {snooze.choices.map((choice) => (
                <span key={choice} className={choice === snooze.chosen ? styles.on : undefined}>
                  {choice}
                </span>
              ))}
            </div>
            <span className={styles.note}>
              <Icon name="bell" /> {snooze.result}
            </span>
          </div>
        </Hour>
      </ol>
    </section>
  );
}
