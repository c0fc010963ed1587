import { type ReactNode } from 'react';
import { type LegalBlock, type LegalDocument, legalPage } from '@/texts/legal';
import { tidy } from '@/texts/typography';
import styles from './legal-page.module.css';
import { Page, type SiteSettings } from './page';
import { Table } from './table';

const list = (items: readonly ReactNode[]) => (
  <ul>
    {items.map((item, at) => (
      <li key={at}>{item}</li>
    ))}
  </ul>
);

function Block({ block }: { block: LegalBlock }) {
  if (typeof block === 'string') return <p>{tidy(block)}</p>;
  if (Array.isArray(block)) return list(block.map(tidy));
  if ('links' in block) {
    return list(
      block.links.map(({ href, text }) => (
        <a key={href} href={href}>
          {text}
        </a>
      )),
    );
  }
  return <Table {...block} />;
}

interface LegalPageProps extends SiteSettings {
  document: LegalDocument;
  /** ISO dates from which its first edition, and this one, hold. */
  first: string;
  effective: string;
}

/** A legal document: contents beside it, numbered sections, fit for print. */
export function LegalPage({ document, first, effective, ...settings }: LegalPageProps) {
  return (
    <Page {...settings}>
      <main id="content" className={styles.main}>
        <div className={styles.head}>
          <h1 className="title">{document.title}</h1>
          <p>
            <time dateTime={effective}>{legalPage.effective(first, effective)}</time>
          </p>
        </div>
        <nav className={styles.contents} aria-labelledby="contents">
          <h2 id="contents">{legalPage.contents}</h2>
          <ol>
            {document.sections.map((section) => (
              <li key={section.id}>
                <a href={`#${section.id}`}>{section.title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <article className={styles.article}>
          {document.intro.map((paragraph) => (
            <p key={paragraph} className={styles.intro}>
              {tidy(paragraph)}
            </p>
          ))}
          {document.sections.map((section) => (
            <section key={section.id} aria-labelledby={section.id}>
              <h2 id={section.id}>{tidy(section.title)}</h2>
              {section.blocks.map((block, at) => (
                <Block key={at} block={block} />
              ))}
            </section>
          ))}
        </article>
      </main>
    </Page>
  );
}
