import { quickAddTexts } from '@/texts/quick-add';
import { ButtonBase } from '../../ui/button';
import { Icon } from '../../ui/icons';
import styles from './chips.module.css';
import { type Chip } from './line-reading';

interface Props {
  chips: readonly Chip[];
  onOpen: (field: Chip['field']) => void;
  /** Leaves the words in the text. */
  onRemove?: (field: Chip['field']) => void;
  remark: string;
  /** The remark is said elsewhere to who does not see it. */
  silent?: boolean;
}

export default function Chips({ chips, onOpen, onRemove, remark, silent = false }: Props) {
  return (
    <>
      {chips.length > 0 && (
        <div role="group" aria-label={quickAddTexts.understood} className={styles.chips}>
          {chips.map(({ field, text, unsaid }) => (
            <span key={field} className={styles.chip} data-unsaid={unsaid}>
              <ButtonBase onClick={() => onOpen(field)}>{text}</ButtonBase>
              {onRemove && !unsaid && (
                <ButtonBase
                  className={styles.remove}
                  aria-label={quickAddTexts.chips.remove(text)}
                  onClick={() => onRemove(field)}
                >
                  <Icon name="close" size={18} />
                </ButtonBase>
              )}
            </span>
          ))}
        </div>
      )}
      {(remark !== '' || !silent) && (
        <p className={styles.remark} {...(silent ? { 'aria-hidden': true } : { role: 'status' })}>
          {remark}
        </p>
      )}
    </>
  );
}
