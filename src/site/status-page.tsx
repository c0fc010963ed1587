import { type Punctuality, type Status, statusTexts as texts } from '@/texts/status';
import { tidy } from '@/texts/typography';
import { Page, type SiteSettings } from './page';
import { Table } from './table';
import styles from './status-page.module.css';

interface StatusPageProps extends SiteSettings {
  /** Null where the figures could not be read. */
  status: Status | null;
  now: Date;
}

/** Figures older than this say so. */
const FRESH_MS = 5 * 60_000;
const PERIODS = ['day', 'month', 'year'] as const;

export function StatusPage({ status, now, ...settings }: StatusPageProps) {
  const isStale = status !== null && now.getTime() - Date.parse(status.at) > FRESH_MS;
  return (
    <Page {...settings}>
      <main id="content" className={styles.main}>
        <h1 className="title">{texts.title}</h1>
        <p className="lead">{tidy(texts.lead)}</p>
        {status === null && <p className={styles.alert}>{tidy(texts.unread)}</p>}
        {isStale && <p className={styles.alert}>{tidy(texts.stale(status.at))}</p>}
        {status?.downSince && <p className={styles.alert}>{tidy(texts.down(status.downSince))}</p>}
        {status && <Known status={status} />}
        <section>
          <h2>{texts.how.title}</h2>
          <ul>
            {texts.how.points.map((point) => (
              <li key={point}>{tidy(point)}</li>
            ))}
          </ul>
          <a className="link" href="/api/status">
            {texts.json}
          </a>
        </section>
      </main>
    </Page>
  );
}

function Known({ status }: { status: Status }) {
  return (
    <>
      <p>{texts.read(status.at)}</p>
      <div className={styles.periods}>
        {PERIODS.map((period) => (
          <section key={period}>
            <h2>{texts.periods[period]}</h2>
            <Period {...status.periods[period]} />
          </section>
        ))}
      </div>
      <Chart days={status.days} />
      <section>
        <h2>{texts.outages}</h2>
        {status.outages.length === 0 && <p>{texts.noOutages}</p>}
        <ul>
          {status.outages.map(({ from, to, by }) => (
            <li key={`${from} ${by}`}>
              {texts.outage(from, to)}: {texts.by[by]}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Period({ figures, downMinutes: { us, telegram } }: Punctuality) {
  const down = [us > 0 && texts.byUs(us), telegram > 0 && texts.byTelegram(telegram)];
  const rows = figures && [
    [texts.sent, texts.about(figures.messages)],
    [texts.within1s, texts.percent(figures.within1s)],
    [texts.within5s, texts.percent(figures.within5s)],
    [texts.within1min, texts.percent(figures.within1min)],
    [texts.p50, texts.lateness(figures.p50Ms)],
    [texts.p99, texts.lateness(figures.p99Ms)],
    [texts.longest, texts.lateness(figures.longestMs)],
  ];
  return (
    <>
      {!rows && <p>{tidy(texts.few)}</p>}
      <dl>
        {[
          ...(rows ?? []),
          [texts.downtime, down.filter(Boolean).join('; ') || texts.noDowntime],
        ].map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const BAR = 8;
const HEIGHT = 60;

function Chart({ days }: Pick<Status, 'days'>) {
  return (
    <section className={styles.chart}>
      <h2>{texts.chart.title}</h2>
      <svg
        viewBox={`0 0 ${days.length * BAR} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={texts.chart.label(days.length)}
      >
        {days.map(({ day, figures }, at) => {
          const height = figures ? Math.max(2, (figures.within5s / 100) * HEIGHT) : 1;
          const box = { x: at * BAR + 1, y: HEIGHT - height, width: BAR - 2, height };
          return <rect key={day} {...box} data-few={figures === null || undefined} />;
        })}
      </svg>
      <p>{tidy(texts.chart.caption)}</p>
      <details>
        <summary>{texts.chart.table}</summary>
        <Table
          head={[texts.chart.day, texts.sent, texts.within5s]}
          rows={days
            .toReversed()
            .map(({ day, figures }) => [
              texts.day(day),
              figures ? texts.about(figures.messages) : texts.chart.few,
              figures ? texts.percent(figures.within5s) : '—',
            ])}
        />
      </details>
    </section>
  );
}
