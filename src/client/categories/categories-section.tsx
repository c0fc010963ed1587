import { useState } from 'react';
import { categoryTexts as texts } from '@/texts/categories';
import { useReference } from './reference';
import { Button } from '../ui/button';
import { lazyPart, prefetch } from '../ui/lazy-part';
import { Section } from '../ui/section';
import styles from '../ui/section.module.css';

const CategoriesDialog = lazyPart(() => import('./categories-dialog'));

export function CategoriesSection() {
  const { categories } = useReference();
  const [open, setOpen] = useState(false);
  const own = categories.flatMap(({ name, color }) => (color === undefined ? [] : [name]));
  return (
    <Section title={texts.title}>
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
    </Section>
  );
}
