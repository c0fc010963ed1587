import { type ReactNode } from 'react';
import { appScreen } from '@/texts/site';
import styles from './app-phone.module.css';
import { icons } from './icons';
import { Phone } from './phone';

/** By the type's name; any other type has the warning sign, as in the app. */
const typeIcons: Record<string, ReactNode> = { Оплата: icons.card, Проверка: icons.done };
const navIcons = [icons.bell, icons.note, icons.person];

/** The mini app's first screen. */
export function AppPhone() {
  return (
    <Phone label={appScreen.label} time="9:41">
      <div className={styles.body}>
        <div className={styles.bar}>
          <span className={styles.search}>
            {icons.search} <span>{appScreen.search}</span> {icons.tune}
          </span>
          {icons.calendar}
          <span className={styles.add}>{icons.plus}</span>
        </div>
        <b className={styles.title}>{appScreen.title}</b>
        <div className={styles.quick}>
          <span>{appScreen.line}</span> {icons.plus}
        </div>
        <div className={styles.tabs}>
          {appScreen.tabs.map((tab) => (
            <span key={tab}>{tab}</span>
          ))}
        </div>
        {appScreen.groups.map(({ heading, cards }) => (
          <div key={heading} className={styles.group}>
            <span className={styles.heading}>{heading}</span>
            {cards.map((card) => (
              <div key={card.text} className={styles.card}>
                <b>{card.text}</b>
                <div className={styles.line}>
                  <time>{card.when}</time>
                  <span>
                    {typeIcons[card.type] ?? icons.warning} {card.type}
                  </span>
                  {card.repeat !== undefined && (
                    <span>
                      {icons.repeat} {card.repeat}
                    </span>
                  )}
                  {card.flood !== undefined && (
                    <span>
                      {icons.bolt} {card.flood}
                    </span>
                  )}
                </div>
                <div className={styles.foot}>
                  <span className={styles.chip}>{card.category}</span>
                  <span className={styles.finish}>{appScreen.finish}</span>
                  {icons.snooze}
                  {icons.pencil}
                  {icons.bin}
                </div>
              </div>
            ))}
          </div>
        ))}
      </div>
      <div className={styles.nav}>
        {appScreen.nav.map((item, at) => (
          <span key={item}>
            <span className={styles.sign}>{navIcons[at]}</span>
            {item}
          </span>
        ))}
      </div>
    </Phone>
  );
}
