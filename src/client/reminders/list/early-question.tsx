import { appTexts } from '@/texts/app';
import { Button } from '../../ui/button';
import { Sheet } from '../../ui/modal';

const { actions, reminders } = appTexts;
const texts = reminders.early;

interface Props {
  text: string;
  moment: string;
  onFinish: () => void;
  onClose: () => void;
}

/** Asked before something is finished that comes on a later day. */
export function EarlyQuestion({ text, moment, onFinish, onClose }: Props) {
  return (
    <Sheet title={texts.title} onClose={onClose}>
      <p>{texts.comes(text, moment)}</p>
      <Button size="large" onClick={onClose}>
        {actions.cancel}
      </Button>
      <Button variant="contained" size="large" onClick={onFinish}>
        {texts.apply}
      </Button>
    </Sheet>
  );
}
