import { hero, type SiteFacts } from '@/texts/site';
import { tidy } from '@/texts/typography';
import { ChatPhone } from './chat-phone';
import styles from './hero.module.css';
import { icons } from './icons';
import { QrCode } from './qr';
import shared from './shared.module.css';

/** A clock face behind the phone: sixty ticks, twelve of them strong. */
function Dial() {
  return (
    <div className={styles.dial} aria-hidden>
      <svg viewBox="-100 -100 200 200">
        <circle r="97" pathLength="120" className={styles.minutes} />
        <circle r="95" pathLength="24" className={styles.hours} />
      </svg>
      {/* A picture of its own, so that the compositor alone turns it. */}
      <svg viewBox="-100 -100 200 200" className={styles.hand}>
        <path d="M0-64V-88" />
      </svg>
    </div>
  );
}

export function Hero({ botUrl, facts }: { botUrl: string | undefined; facts: SiteFacts }) {
  return (
    <section className={`${shared.container ?? ''} ${styles.hero ?? ''}`}>
      <div className={styles.words}>
        <h1 className={styles.title}>
          {hero.title[0]} <span>{hero.title[1]}</span>
        </h1>
        <p className={styles.lead}>{tidy(hero.lead)}</p>
        {botUrl === undefined ? (
          <p className={styles.lead}>{hero.noLink}</p>
        ) : (
          <div className={styles.start}>
            <div>
              <a className={shared.button} href={botUrl}>
                {icons.plane}
                {hero.action}
              </a>
              <p className={styles.terms}>{hero.terms}</p>
            </div>
            <div className={styles.qr}>
              <QrCode text={botUrl} label={hero.qrLabel} />
              <span>{hero.qr}</span>
            </div>
          </div>
        )}
      </div>
      <div className={styles.stage}>
        <Dial />
        <ChatPhone facts={facts} />
      </div>
    </section>
  );
}
