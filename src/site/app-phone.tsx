import { appScreen } from '@/texts/site';
import styles from './app-phone.module.css';
import { icons } from './icons';
import { Phone } from './phone';

const typeIcons = { pay: icons.card, check: icons.check, other: icons.warning } as const;
const tabIcons = [icons.bell, icons.note, icons.person];

/** The mini app's first screen. */
export function AppPhone() {
  return (
    <Phone label={appScreen.label} time="9:41">
      <div className={styles.bar}>
        <span className={styles.search}>
          {icons.search} {appScreen.search}
        </span>
        <span className={styles.add}>{icons.plus}</span>
      </div>
      <div className={styles.body}>
        <b className={styles.title}>{appScreen.title}</b>
        <div className={styles.tabs}>
          {appScreen.tabs.map((tab) => (
            <span key={tab}>{tab}</span>
          ))}
        </div>
        {appScreen.cards.map((card) => (
          <div key={card.text} className={styles.card}>
            <div className={styles.line}>
              <span className={styles.type}>
                {typeIcons[card.type]} {card.name}
              </span>
              <time>{card.when}</time>
            </div>
            <b>{card.text}</b>
            <div className={styles.line}>
              <span className={styles.chip}>{card.chip}</span>
              {'repeat' in card && (
                <span className={styles.mode}>
                  {icons.repeat} {card.repeat}
                </span>
              )}
              {'flood' in card && (
                <span className={styles.mode}>
                  {icons.waves} {card.flood}
                </span>
              )}
            </div>
          </div>
        ))}
      </div>
      <div className={styles.nav}>
        {appScreen.nav.map((item, at) => (
          <span key={item}>
            {tabIcons[at]}
            {item}
          </span>
        ))}
      </div>
    </Phone>
  );
}
