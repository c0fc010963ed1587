import { type ChangeEvent, type ComponentProps, type ReactNode, useId, useState } from 'react';
import { type Named } from '@/contract/category';
import { appTexts } from '@/texts/app';
import { attempt } from '../host/attempt';
import { classes } from './button';
import styles from './fields.module.css';
import { Icon } from './icons';

interface FieldProps {
  label: string;
  /** What is wrong with it: it stands below, instead of the helper text. */
  fault?: string | undefined;
  helperText?: ReactNode;
  /** Its name in the form, for whoever wants to bring the focus to it, and for the tour. */
  name?: string;
}

interface TextFieldProps extends FieldProps {
  /** `used`: of how many characters, where not of the value's. */
  counter?: { used?: number | undefined; max: number };
  /** The counter's, unless told. */
  maxLength?: number;
  placeholder?: string;
  /** Null: nothing is said yet. */
  value: string | null;
  onChange: (value: string) => void;
  type?: 'text' | 'date' | 'time';
  /** Only so many digits can be typed. */
  digits?: number;
  multiline?: boolean;
  /** Of many lines: what of the value stands out. */
  marks?: readonly Span[] | undefined;
  min?: string;
  autoFocus?: boolean;
}

/** A part of a text: [start, end). */
export type Span = readonly [start: number, end: number];

/** A labelled input with its error or hint below, tied together for screen readers. */
export function TextField(props: TextFieldProps) {
  const { counter, type = 'text', digits, min } = props;
  const value = props.value ?? '';
  const counted = counter && appTexts.form.counter(counter.used ?? value.length, counter.max);
  const { control, frame } = useFrame(props, counted);
  const field = {
    ...control,
    value,
    maxLength: props.maxLength ?? counter?.max,
    placeholder: props.placeholder,
    autoFocus: props.autoFocus,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      props.onChange(digits ? target.value.replace(/\D/g, '').slice(0, digits) : target.value),
  };
  return frame(
    props.multiline ? (
      <div className={styles.growing}>
        <div aria-hidden tabIndex={-1} className={styles.copy}>
          {piecesOf(value, props.marks).map((piece, at) => (
            <span key={at} data-text={piece} />
          ))}
        </div>
        <textarea
          {...field}
          rows={2}
          onScroll={({ currentTarget: { previousElementSibling, scrollTop } }) =>
            previousElementSibling?.scrollTo(0, scrollTop)
          }
        />
      </div>
    ) : type !== 'text' ? (
      <MomentInput {...field} type={type} min={min} />
    ) : (
      <input {...field} inputMode={digits ? 'numeric' : undefined} />
    ),
  );
}

/** By turns what is plain and what is marked. */
function piecesOf(value: string, marks: readonly Span[] = []): string[] {
  const cuts = [...marks.flat(), value.length];
  return cuts.map((end, at) => value.slice(cuts[at - 1] ?? 0, end));
}

/**
 * The browser's own field of a date or a time. It would show the value in the language of the browser, so ours
 * (data-text) stands over it until somebody types into it. Inside another site's frame no picker may be asked for.
 */
export function MomentInput({
  type,
  value,
  onChange,
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'value'> & { type: 'date' | 'time'; value: string }) {
  /** What the keyboard has typed since the field was entered; it stands there until the field is left, whatever `value` becomes. */
  const [typed, setTyped] = useState<string | null>(null);
  const shown = type === 'date' ? value.split('-').reverse().join('.') : value;
  return (
    <span
      className={styles.moment}
      data-text={shown || appTexts.form.moment[type]}
      data-empty={shown === ''}
    >
      <input
        {...rest}
        className={styles.input}
        type={type}
        value={typed ?? value}
        onChange={(event) => {
          if (event.target.hasAttribute('data-typing')) setTyped(event.target.value);
          onChange?.(event);
        }}
        onClick={({ currentTarget }) => attempt(() => currentTarget.showPicker(), undefined)}
        onKeyDown={({ currentTarget }) => currentTarget.toggleAttribute('data-typing', true)}
        onBlur={({ currentTarget }) => {
          // What is typed by half is no value yet.
          currentTarget.toggleAttribute('data-typing', currentTarget.validity.badInput);
          setTyped(null);
        }}
      />
    </span>
  );
}

interface SelectFieldProps<V extends string | number> extends FieldProps {
  /** Null while none is chosen. */
  value: V | null;
  options: readonly V[];
  /** As it is, unless told. */
  labelOf?: (option: V) => string;
  onChange: (value: V) => void;
}

export function SelectField<V extends string | number>(props: SelectFieldProps<V>) {
  const { options, labelOf = String, onChange } = props;
  // One that is gone by now, or that nobody has chosen yet, is none.
  const value = options.find((option) => option === props.value);
  const { control, frame } = useFrame(props);
  return frame(
    <div className={styles.choice}>
      <select
        {...control}
        value={value ?? ''}
        onChange={({ target }) => {
          const chosen = options.find((option) => String(option) === target.value);
          if (chosen !== undefined) onChange(chosen);
        }}
      >
        {value === undefined && (
          <option value="" disabled>
            {appTexts.form.choose}
          </option>
        )}
        {options.map((option) => (
          <option key={option} value={option}>
            {labelOf(option)}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </div>,
  );
}

interface RowFieldProps extends Omit<SelectFieldProps<number>, 'options' | 'labelOf'> {
  rows: readonly Named[];
}

/** A choice among rows that have names, by their ids. */
export const RowField = ({ rows, ...field }: RowFieldProps) => (
  <SelectField
    {...field}
    options={rows.map(({ id }) => id)}
    labelOf={(id) => rows.find((row) => row.id === id)?.name ?? ''}
  />
);

/** What a control has of its label and of what stands below it, and both of them around it. */
function useFrame(props: FieldProps, counter?: string) {
  const { label, name, fault, helperText } = props;
  const id = useId();
  const isFaulty = fault !== undefined;
  const note = fault ?? helperText;
  const hasNote = Boolean(note || counter);
  const noteId = `${id}-note`;
  return {
    control: {
      id,
      name,
      className: styles.input,
      'aria-invalid': isFaulty,
      'aria-describedby': hasNote ? noteId : undefined,
    },
    frame: (control: ReactNode) => (
      <div className={classes(styles.field, isFaulty && styles.faulty)} data-field={name}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {control}
        {hasNote && (
          <div id={noteId} className={styles.note}>
            <span>{note}</span>
            {counter && <span className={styles.counter}>{counter}</span>}
          </div>
        )}
      </div>
    ),
  };
}

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  'aria-describedby'?: string | undefined;
}

export const Switch = ({ onChange, ...rest }: SwitchProps) => (
  <input
    {...rest}
    type="checkbox"
    role="switch"
    className={styles.track}
    onChange={(event) => onChange(event.target.checked)}
  />
);

interface SwitchFieldProps extends Omit<SwitchProps, 'aria-describedby'> {
  label: string;
  helperText: string;
}

/** A switch with its name beside it, and what it does below; the whole line can be pressed. */
export function SwitchField({ label, helperText, ...state }: SwitchFieldProps) {
  const id = useId();
  return (
    <div>
      <label className={styles.switch}>
        {label}
        <Switch {...state} aria-describedby={id} />
      </label>
      <p id={id} className={styles.explained}>
        {helperText}
      </p>
    </div>
  );
}

export function FieldError({ message }: { message: string | undefined }) {
  return message === undefined ? null : <p className={styles.fault}>{message}</p>;
}

/** Two fields beside each other where there is room for both. */
export const FieldPair = (props: Pick<ComponentProps<'fieldset'>, 'children' | 'disabled'>) => (
  <fieldset className={styles.pair} {...props} />
);
