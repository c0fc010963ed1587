import { seriesRemovalTexts as texts } from '@/texts/series-removal';
import { Button } from '../../ui/button';
import { Sheet } from '../../ui/modal';
import sheet from '../../ui/sheet.module.css';

interface Props {
  text: string;
  onSkip: () => void;
  onRemove: () => void;
  onClose: () => void;
}

/** Asked before a series is deleted, as the chat asks. */
export default function SeriesRemoval({ text, onSkip, onRemove, onClose }: Props) {
  const closing = (run: () => void) => () => {
    onClose();
    run();
  };
  return (
    <Sheet title={texts.title(text)} onClose={onClose}>
      <div className={sheet.buttons}>
        <Button variant="outlined" size="large" onClick={closing(onSkip)}>
          {texts.once}
        </Button>
        <Button variant="outlined" size="large" onClick={closing(onRemove)}>
          {texts.all}
        </Button>
      </div>
    </Sheet>
  );
}
