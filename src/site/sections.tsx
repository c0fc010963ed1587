import {
  application,
  examples,
  hero,
  privacy,
  questions,
  type SiteFacts,
  start,
} from '@/texts/site';
import { tidy } from '@/texts/typography';
import { Icon } from './icons';
import { AppPhone, ChatPhone } from './phones';
import { QrCode } from './qr';
import styles from './sections.module.css';

function OpenBot({ botUrl }: { botUrl: string }) {
  return (
    <a className="button" href={botUrl}>
      <Icon name="plane" />
      {hero.action}
    </a>
  );
}

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
    <section className={styles.hero}>
      <div>
        <h1>
          {hero.title[0]} <span>{hero.title[1]}</span>
        </h1>
        <p className={styles.lead}>{tidy(hero.lead)}</p>
        {botUrl === undefined ? (
          <p className={styles.lead}>{hero.noLink}</p>
        ) : (
          <div className={styles.start}>
            <div>
              <OpenBot botUrl={botUrl} />
              <p>{hero.terms}</p>
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

/** What a person writes, beside what the bot makes of it. */
export function Examples() {
  return (
    <section id="examples" className={styles.band}>
      <div className="container">
        <h2 className="title">{examples.title}</h2>
        <p className="lead">{tidy(examples.lead)}</p>
        <p className={styles.moment}>{examples.moment}</p>
        <dl>
          {examples.rows.map((row) => (
            <div key={row.said} className={styles.example}>
              <dt>
                <span className="hidden">{examples.said}: </span>
                <q>{row.said}</q>
              </dt>
              <dd>
                <span className="hidden">{examples.understood}: </span>
                <b>{row.time}</b>{' '}
                <span>
                  {row.what} <small>{row.day}</small>
                </span>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

export function Application() {
  return (
    <section className={styles.glow}>
      <div className={styles.application}>
        <div className={styles.stage}>
          <AppPhone />
        </div>
        <div>
          <h2 className="title">{tidy(application.title)}</h2>
          <p className="lead">{tidy(application.lead)}</p>
          <dl>
            {application.points.map((point) => (
              <div key={point.title}>
                <dt>{point.title}</dt>
                <dd>{tidy(point.text)}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  );
}

export function Privacy({ facts }: { facts: SiteFacts }) {
  const { title, points, more } = privacy(facts);
  return (
    <section id="privacy" className="container section">
      <div className={styles.panel}>
        <h2 className="title">{title}</h2>
        <ul>
          {points.map((point) => (
            <li key={point.title}>
              <h3>{tidy(point.title)}</h3>
              <p>{tidy(point.text)}</p>
            </li>
          ))}
        </ul>
        <a className="link" href="/privacy">
          {more}
        </a>
      </div>
    </section>
  );
}

export function Questions({ facts }: { facts: SiteFacts }) {
  const { title, items } = questions(facts);
  return (
    <section id="questions" className={styles.questions}>
      <h2 className="title">{title}</h2>
      <div>
        {items.map((item, at) => (
          <details key={item.q} className={styles.question} open={at === 0}>
            <summary>{tidy(item.q)}</summary>
            <p>{tidy(item.a)}</p>
          </details>
        ))}
      </div>
    </section>
  );
}

export function Start({ facts, botUrl }: { facts: SiteFacts; botUrl: string | undefined }) {
  const { title, steps } = start(facts);
  return (
    <section className={styles.band}>
      <div className="container">
        <h2 className="title">{title}</h2>
        <div className={styles.begin}>
          <ol>
            {steps.map((step) => (
              <li key={step.title}>
                <h3>{step.title}</h3>
                <p>{tidy(step.text)}</p>
              </li>
            ))}
          </ol>
          {botUrl !== undefined && (
            <div className={styles.go}>
              <QrCode text={botUrl} label={hero.qrLabel} />
              <OpenBot botUrl={botUrl} />
            </div>
          )}
        </div>
      </div>
    </section>
  );
}
