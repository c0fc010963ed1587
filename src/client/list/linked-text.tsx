import { type MouseEvent } from 'react';
import { useCode } from '../session/use-answer';
import { useSession } from '../session/session';
import styles from './linked-text.module.css';

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
  const key = mayHaveLinks(children) ? 'links' : null;
  const found = useCode(key, () => import('./links'));
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

/** A link in a text; its address shows when it is pointed at. */
export function TextLink({ href, children }: { href: string; children: string }) {
  const { host } = useSession();
  const onWeb = href.startsWith('http');
  const open = (event: MouseEvent) => {
    // The card around it opens something else.
    event.stopPropagation();
    if (!onWeb || !host.inClient) return;
    event.preventDefault();
    void host.openLink(href);
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
