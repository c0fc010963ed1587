import { freeColor } from '@/core/category-rules';
import { newCategoryIn } from '@/core/quick-add/messages/category-tag';
import { quickAddTexts } from '@/texts/quick-add';
import { useCategories, useReference, useReloadShown } from '../../categories/reference';
import { useSession } from '../../session/session';
import { Button } from '../../ui/button';
import { useAction } from '../../session/use-action';
import { useNow } from '../../session/use-date-time';
import { useRested } from '../../ui/use-rested';
import Chips from '../form/chips';
import { type Prefill } from '../form/form';
import styles from './quick-line.module.css';
import { type Chip, chipsOf, readLine, remarkBesideChips } from '../form/line-reading';

const texts = quickAddTexts;

interface Props {
  line: string;
  usual: Prefill;
  onChip: (field: Chip['field']) => void;
  onCategory: () => void;
}

/** So long after the last letter screen readers hear what is understood. */
const QUIET_MS = 700;

export default function QuickChips({ line, usual, onChip, onCategory }: Props) {
  const { timeZone, settings } = useSession();
  const reference = useReference();
  const now = useNow();
  const moment = { now, timeZone, dayParts: settings.dayParts };
  const reading = readLine(line, { ...moment, ...reference });
  const chips = chipsOf(reading, reference, usual, moment);
  const remark = remarkBesideChips(reading);
  const { categories } = reference;
  // Before they are here any of them would seem to be new.
  const unknown = categories.length > 0 ? newCategoryIn(reading.text, categories) : undefined;
  const said = [
    ...chips.filter(({ unsaid }) => !unsaid).map(({ text }) => text),
    remark,
    ...(unknown === undefined ? [] : [texts.newCategory(unknown)]),
  ].join('. ');
  const told = useRested(said, QUIET_MS, '');
  return (
    <>
      <Chips chips={chips} onOpen={onChip} remark={remark} silent />
      {unknown !== undefined && <NewCategory name={unknown} onMade={onCategory} />}
      <div className="hidden" role="status">
        {told}
      </div>
    </>
  );
}

/** Makes the category that the line names; then the line is read with it. */
function NewCategory({ name, onMade }: { name: string; onMade: () => void }) {
  const { api } = useSession();
  const categories = useCategories();
  const reloadShown = useReloadShown();
  const { busy, run } = useAction(texts.categoryFailed);
  const make = async () => {
    try {
      await api.categories.create({ name, color: freeColor(categories.map(({ color }) => color)) });
    } finally {
      // It may be there although the answer was lost.
      await reloadShown();
    }
  };
  return (
    <div className={styles.offer}>
      <Button
        variant="outlined"
        loading={busy}
        onClick={() =>
          void run(make, texts.categoryMade(name)).then((made) => {
            if (made) onMade();
          })
        }
      >
        {texts.newCategory(name)}
      </Button>
    </div>
  );
}
