import { attachmentTexts as texts } from '@/texts/attachments';
import { useSession } from '../session/session';
import { Button } from '../ui/button';
import { useAction } from '../session/use-action';

interface Props {
  of: 'reminders' | 'notes';
  id: number;
  /** «Фото» */
  described: string;
}

/** «Прислать в чат»: what is attached comes into the chat once more. */
export function SendAttachment({ of, id, described }: Props) {
  const { api } = useSession();
  const { busy, run } = useAction(texts.failed);
  return (
    <Button
      variant="outlined"
      loading={busy}
      aria-label={texts.sendOf(described)}
      onClick={() => void run(() => api.sendAttachment(of, id), texts.sent)}
    >
      {texts.send}
    </Button>
  );
}
