import { Fragment, type ReactNode } from 'react';
import { noteBlocks, type NoteBlock, type Point, type TextPart } from '@/core/note-text';
import { LinkedText, TextLink } from '../list/linked-text';
import points from '../ui/points.module.css';
import styles from './content.module.css';

interface Props {
  content: string;
  /** Only the beginning is shown, of so many code units, with «…» behind it. */
  upTo?: number | undefined;
  onTick: (point: Point, done: boolean) => void;
}

export function NoteContent({ content, upTo = content.length, onTick }: Props) {
  const beginsBeforeCut = ({ parts }: { parts: readonly TextPart[] }) =>
    parts.some(({ at }) => at < upTo);
  const blocks = noteBlocks(content);
  const lastAt = blocks
    .flatMap(linesOf)
    .flatMap(({ parts }) => parts)
    .findLast(({ at }) => at < upTo)?.at;
  const words = ({ parts }: { parts: readonly TextPart[] }) =>
    parts
      .filter(({ at }) => at < upTo)
      .map((part) => (
        <Fragment key={part.at}>
          <Part part={part} upTo={upTo - part.at} />
          {part.at === lastAt && upTo < content.length && '…'}
        </Fragment>
      ));

  const drawn = (block: NoteBlock): ReactNode => {
    switch (block.kind) {
      case 'text':
        return <p className={styles.text}>{words(block)}</p>;
      case 'points':
        return (
          <ul className={styles.points}>
            {block.points.filter(beginsBeforeCut).map((point) => (
              <li key={point.line}>
                <label className={points.point}>
                  <input
                    type="checkbox"
                    checked={point.done}
                    onChange={({ target }) => onTick(point, target.checked)}
                  />
                  <span>{words(point)}</span>
                </label>
              </li>
            ))}
          </ul>
        );
      case 'list':
        return (
          <ul>
            {block.items.filter(beginsBeforeCut).map((item, i) => (
              <li key={i} className={styles.item}>
                <span>{item.mark}</span>
                <span>{words(item)}</span>
              </li>
            ))}
          </ul>
        );
    }
  };
  return blocks
    .filter((block) => linesOf(block).some(beginsBeforeCut))
    .map((block, i) => <Fragment key={i}>{drawn(block)}</Fragment>);
}

function linesOf(block: NoteBlock): readonly { parts: TextPart[] }[] {
  if (block.kind === 'text') return [block];
  return block.kind === 'points' ? block.points : block.items;
}

/** One piece of a line, or its first `upTo` code units. A link that is cut through is none. */
function Part({ part: { text, bold, href }, upTo }: { part: TextPart; upTo: number }) {
  const words =
    href !== null && text.length <= upTo ? (
      <TextLink href={href}>{text}</TextLink>
    ) : (
      <LinkedText upTo={upTo}>{text}</LinkedText>
    );
  return bold ? <strong>{words}</strong> : words;
}
