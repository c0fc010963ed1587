import { type CSSProperties, type ReactNode } from 'react';
import { presetTexts } from '@/texts/presets';
import { PRODUCT_NAME } from '@/texts/product';
import { appScreen, chat, type SiteFacts } from '@/texts/site';
import { iconOfType } from '@/theme/icon-paths';
import { Icon } from './icons';
import { Logo } from './logo';
import styles from './phones.module.css';

/** A drawn phone. To assistive technology it is one picture, described by `label`. */
function Phone({ label, time, children }: { label: string; time: string; children: ReactNode }) {
  return (
    <div className={styles.phone} role="img" aria-label={label}>
      <div className={styles.screen}>
        <div className={styles.status}>
          <span>{time}</span>
          <svg viewBox="0 0 46 12" aria-hidden>
            <path d="M0 9h2.6v3H0zM4 6.5h2.6V12H4zM8 4h2.6v8H8zM12 1h2.6v11H12z" />
            <path d="M24 .5h15a3 3 0 0 1 3 3v5a3 3 0 0 1-3 3H24a3 3 0 0 1-3-3v-5a3 3 0 0 1 3-3Zm0 1a2 2 0 0 0-2 2v5a2 2 0 0 0 2 2h15a2 2 0 0 0 2-2v-5a2 2 0 0 0-2-2Z" />
            <rect x="23" y="2.5" width="15" height="7" rx="1.5" />
            <path d="M44 4c1.5.3 1.5 3.7 0 4z" />
          </svg>
        </div>
        {children}
      </div>
    </div>
  );
}

/** How long after the page's first picture a part of the talk comes. */
const after = (delay: string): CSSProperties => ({ animationDelay: delay });

function Keys({ labels, pressed }: { labels: readonly string[]; pressed?: string }) {
  return (
    <div className={styles.keys}>
      {labels.map((label) => (
        <span key={label} className={label === pressed ? styles.pressed : undefined}>
          {label}
        </span>
      ))}
    </div>
  );
}

export function ChatPhone({ facts }: { facts: SiteFacts }) {
  const { asked, stored, fired } = chat;
  return (
    <Phone label={chat.label} time="9:02">
      <div className={styles.head}>
        <Logo />
        <div>
          <b>{PRODUCT_NAME}</b>
          <small>{chat.status}</small>
        </div>
      </div>
      <div className={styles.thread}>
        <p className={styles.day}>{chat.days[0]}</p>
        <p className={styles.mine} style={after('0.4s')}>
          {asked.text} <time>{asked.time}</time>
        </p>
        <div className={styles.answer} style={after('1.2s')}>
          <p className={styles.bubble}>
            {stored.when} — <b>{stored.text}</b>
            <br />
            {stored.details} <time>{stored.time}</time>
          </p>
          <Keys labels={stored.keys} />
        </div>
        <p className={styles.day} style={after('2.3s')}>
          {chat.days[1]}
        </p>
        <div className={styles.answer} style={after('2.9s')}>
          <p className={styles.bubble}>
            <b className={styles.text}>{fired.text}</b>
            {fired.type} <time>{fired.time}</time>
          </p>
          <Keys labels={fired.keys} pressed={fired.keys[0]} />
          <Keys labels={facts.snoozePresets.map(presetTexts.snooze)} />
        </div>
        <p className={styles.toast} style={after('4.1s')}>
          {chat.toast}
        </p>
      </div>
      <div className={styles.input}>
        <span>{chat.input}</span>
        <Icon name="plane" />
      </div>
    </Phone>
  );
}

const navIcons = ['bell', 'note', 'person'] as const;

export function AppPhone() {
  return (
    <Phone label={appScreen.label} time="9:41">
      <div className={styles.body}>
        <div className={styles.bar}>
          <span className={styles.search}>
            <Icon name="search" /> <span>{appScreen.search}</span> <Icon name="tune" />
          </span>
          <Icon name="calendar" />
          <span className={styles.add}>
            <Icon name="plus" />
          </span>
        </div>
        <div className={styles.title}>
          <b>{appScreen.title}</b>
          {appScreen.tabs.map((tab) => (
            <span key={tab}>{tab}</span>
          ))}
        </div>
        {appScreen.groups.map(({ heading, cards }) => (
          <div key={heading} className={styles.group}>
            <small>{heading}</small>
            <div className={styles.rows}>
              {cards.map((card) => (
                <div key={card.text} className={styles.row}>
                  <b>{card.text}</b>
                  <time>{card.when}</time>
                  <div className={styles.line}>
                    <span className={styles.chip}>{card.category}</span>
                    <Icon name={iconOfType(card.type)} /> {card.type}
                    {card.repeat !== undefined && <Icon name="repeat" />}
                    {card.flood !== undefined && <Icon name="bolt" />}
                    <span className={styles.acts}>
                      <Icon name="pencil" /> <Icon name="bin" />
                    </span>
                  </div>
                </div>
              ))}
            </div>
          </div>
        ))}
      </div>
      <div className={styles.quick}>{appScreen.line}</div>
      <div className={styles.nav}>
        {navIcons.map((name, at) => (
          <span key={name}>
            <Icon name={name} />
            {appScreen.nav[at]}
          </span>
        ))}
      </div>
    </Phone>
  );
}
