import { useId } from 'react';
import { ButtonBase } from '../../ui/button';
import { FieldError } from '../../ui/fields';
import styles from './dialog.module.css';

interface Props {
  /** Days, of which many stand in a line. */
  days?: boolean;
  label: string;
  offered: readonly number[];
  shownAs?: (value: number) => string | undefined;
  /** Where what is shown says too little to who hears it. */
  nameOf?: (value: number) => string | undefined;
  chosen: readonly number[];
  error: string | undefined;
  /** In ascending order. */
  onChange: (chosen: number[]) => void;
}

/** A group of buttons, any of which can be pressed. */
export function NumberButtons({ days = false, label, shownAs = String, ...props }: Props) {
  const { offered, nameOf, chosen, error, onChange } = props;
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={days ? styles.days : styles.group}>
      <div id={id}>{label}</div>
      <div className={days ? styles.weekdays : styles.choices}>
        {offered.map((value) => {
          const pressed = chosen.includes(value);
          const others = chosen.filter((each) => each !== value);
          return (
            <ButtonBase
              key={value}
              className={days ? styles.day : styles.moment}
              aria-label={nameOf?.(value)}
              aria-pressed={pressed}
              onClick={() =>
                onChange((pressed ? others : [...chosen, value]).sort((a, b) => a - b))
              }
            >
              {shownAs(value)}
            </ButtonBase>
          );
        })}
      </div>
      <FieldError message={error} />
    </div>
  );
}
