import { useState } from 'react';
import { categoryTexts as texts } from '@/texts/categories';
import { useReference } from '../reminders/use-reminders';
import { Button } from '../ui/button';
import { lazyPart, prefetch } from '../ui/lazy-part';
import styles from './section.module.css';

const CategoriesDialog = lazyPart(() => import('./categories-dialog'));

/** The user's own categories by their names, and the way to change them. */
export function CategoriesSection() {
  const { categories } = useReference();
  const [open, setOpen] = useState(false);
  const own = categories.flatMap(({ name, color }) => (color === undefined ? [] : [name]));
  return (
    <section className={styles.section} aria-label={texts.title}>
      <h2 className={styles.title}>{texts.title}</h2>
      <p className={styles.line}>{own.length > 0 ? texts.own(own) : texts.explain}</p>
      <Button
        variant="outlined"
        size="large"
        onPointerEnter={() => prefetch(CategoriesDialog.load)}
        onClick={() => setOpen(true)}
      >
        {texts.open}
      </Button>
      {open && <CategoriesDialog onClose={() => setOpen(false)} />}
    </section>
  );
}
