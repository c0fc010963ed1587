import { classes } from '../ui/button';
import { optionalPart } from '../ui/lazy-part';
import { type ThumbnailOf } from './thumbnail';
import styles from './thumbnail-place.module.css';

/** Where its code does not come the sign of an attachment stays: nothing else is lost with a picture. */
const Thumbnail = optionalPart(() => import('./thumbnail'));

/**
 * Where the small picture of what is attached stands; it has its size from the start. The sign of an
 * attachment is seen until the picture is here, and where it does not come. `picture` null: never.
 */
export function ThumbnailPlace({
  picture,
  className,
}: {
  picture: ThumbnailOf | null;
  className: string | undefined;
}) {
  return (
    <span className={classes(styles.place, className)} data-part="picture">
      <span aria-hidden="true">📎</span>
      {picture && <Thumbnail {...picture} />}
    </span>
  );
}
