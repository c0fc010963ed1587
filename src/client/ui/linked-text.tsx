import { type MouseEvent, useEffect, useState } from 'react';
import { useSession } from '../session/session';
import styles from './linked-text.module.css';
import type * as Links from './links';

/** Here once any text has needed it; texts drawn later have their links at once. */
let links: typeof Links | null = null;

/** Whether it is worth looking: an address has a dot, a slash or an @ amid letters, a phone its digits. */
const mayHaveLinks = (text: string): boolean => /[^\s.][.:@/][^\s.]|\d.*\d.*\d.*\d.*\d/.test(text);

interface Props {
  children: string;
  /** Only the beginning is shown, of so many characters. A link that it cuts through is none. */
  upTo?: number;
}

/**
 * Web addresses, addresses of mail and phone numbers can be tapped. What finds them comes behind the text.
 */
export function LinkedText({ children, upTo = children.length }: Props) {
  const found = useLinks(mayHaveLinks(children));
  if (!found) return children.slice(0, upTo);
  return found.partsOf(children).map(({ at, text, href }) => {
    if (at >= upTo) return null;
    if (href === null || at + text.length > upTo) return text.slice(0, upTo - at);
    return (
      <TextLink key={at} href={href}>
        {text}
      </TextLink>
    );
  });
}

function useLinks(wanted: boolean): typeof Links | null {
  const [found, setFound] = useState(links);
  useEffect(() => {
    if (!wanted || found) return;
    let gone = false;
    import('./links').then(
      (loaded) => {
        links = loaded;
        if (!gone) setFound(loaded);
      },
      () => undefined, // Offline: it stays a text, and the next one tries again.
    );
    return () => {
      gone = true;
    };
  }, [wanted, found]);
  return wanted ? found : null;
}

/** A link in a text; its address shows when it is pointed at. */
export function TextLink({ href, children }: { href: string; children: string }) {
  const { host } = useSession();
  const onWeb = href.startsWith('http');
  const open = (event: MouseEvent) => {
    // The card around it opens something else.
    event.stopPropagation();
    if (!onWeb || !host.inClient) return;
    event.preventDefault();
    host.openLink(href);
  };
  return (
    <a
      href={href}
      title={href}
      className={styles.link}
      {...(onWeb && { target: '_blank', rel: 'noopener noreferrer' })}
      onClick={open}
    >
      {children}
    </a>
  );
}
