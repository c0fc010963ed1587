import { hero, type SiteFacts, start } from '@/texts/site';
import { tidy } from '@/texts/typography';
import { icons } from './icons';
import { QrCode } from './qr';
import shared from './shared.module.css';
import styles from './start.module.css';

/** Three steps, and the way to the bot once more. */
export function Start({ facts, botUrl }: { facts: SiteFacts; botUrl: string | undefined }) {
  const { title, steps } = start(facts);
  return (
    <section className={styles.band}>
      <div className={`${shared.container ?? ''} ${shared.section ?? ''}`}>
        <h2 className={shared.title}>{title}</h2>
        <div className={styles.split}>
          <ol className={styles.steps}>
            {steps.map((step) => (
              <li key={step.title}>
                <h3>{step.title}</h3>
                <p>{tidy(step.text)}</p>
              </li>
            ))}
          </ol>
          {botUrl !== undefined && (
            <div className={styles.go}>
              <QrCode className={styles.qr} text={botUrl} label={hero.qrLabel} />
              <a className={shared.button} href={botUrl}>
                {icons.plane}
                {hero.action}
              </a>
            </div>
          )}
        </div>
      </div>
    </section>
  );
}
