import { useState } from 'react';
import { useAnswer } from '../session/use-answer';
import { ownDataTexts as texts } from '@/texts/settings';
import { useSession } from '../session/session';
import { ApiError } from '../wire/wire';
import { FailedLoad } from '../ui/alert';
import { Button } from '../ui/button';
import { Sheet } from '../ui/modal';
import styles from '../ui/sheet.module.css';
import { useAction } from '../ui/use-action';

interface Props {
  onClose: () => void;
}

export function ExportSheet({ onClose }: Props) {
  const { api, host } = useSession();
  const [sent, setSent] = useState(false);
  const { busy, run } = useAction(texts.exportFailed);
  const send = async () => {
    await api.ownData.export();
    setSent(true);
  };
  return (
    <Sheet title={texts.export} onClose={onClose}>
      <p className={styles.line} role="status">
        {sent ? texts.exported : texts.exportExplained}
      </p>
      <div className={styles.buttons}>
        {sent ? (
          <Button variant="contained" size="large" onClick={host.close}>
            {texts.chat}
          </Button>
        ) : (
          <Button variant="contained" size="large" busy={busy} onClick={() => void run(send)}>
            {texts.send}
          </Button>
        )}
      </div>
    </Sheet>
  );
}

/** As /delete: says what would go, and asks. Behind it the app has nothing more to show. */
export function EraseSheet({ onClose }: Props) {
  const { api, host, report } = useSession();
  const { data: asked, error, mutate } = useAnswer('erase', api.ownData.askToErase);
  const [erased, setErased] = useState<string | null>(null);
  const { busy, run } = useAction(texts.eraseFailed);
  const leave = () => {
    onClose();
    report(new ApiError('terms', ''));
  };
  return (
    <Sheet title={texts.erase} onClose={erased === null ? onClose : leave}>
      <FailedLoad {...{ error, mutate }}>{texts.eraseFailed}</FailedLoad>
      <p className={styles.line} role="status">
        {erased ?? asked}
      </p>
      <div className={styles.buttons}>
        {erased !== null && (
          <Button variant="contained" size="large" onClick={host.close}>
            {texts.close}
          </Button>
        )}
        {erased === null && asked !== undefined && (
          <>
            <Button variant="contained" size="large" onClick={onClose}>
              {texts.keep}
            </Button>
            <Button
              variant="outlined"
              size="large"
              busy={busy}
              onClick={() => void run(async () => setErased(await api.ownData.erase()))}
            >
              {texts.eraseAll}
            </Button>
          </>
        )}
      </div>
    </Sheet>
  );
}
