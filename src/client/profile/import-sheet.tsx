import { useEffect, useRef, useState } from 'react';
import { type Responses } from '@/contract/api';
import { textOfFile } from '@/core/file-text';
import { IMPORT_MAX_BYTES } from '@/core/limits';
import { importTexts as texts, reportTexts } from '@/texts/import';
import { nouns } from '@/texts/plural';
import { parsed } from '../host/bridge';
import { useSession } from '../session/session';
import { Button } from '../ui/button';
import { showSnackbar } from '../ui/snackbar';
import { useAction } from '../session/use-action';
import { Sheet } from '../ui/dialog';
import styles from '../ui/sheet.module.css';
import { useReloadShown } from '../categories/reference';

interface Chosen {
  name: string;
  content: string;
  outlook: Responses['imported'];
}

/** The file that was chosen, looked into before it is brought in; `onClose` once it is. */
function useImport(onClose: () => void) {
  const { api, host } = useSession();
  const reloadShown = useReloadShown();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const look = async (file: File) => {
    const bytes = await file.arrayBuffer().catch(() => null);
    const text = bytes && textOfFile(new Uint8Array(bytes));
    if (text === null) {
      const reason = bytes ? texts.unknownEncoding : texts.unreadable;
      showSnackbar({ text: reason, severity: 'error' });
      return;
    }
    const content = withoutWhatNoImportTakes(text);
    if (new Blob([content]).size > IMPORT_MAX_BYTES) {
      showSnackbar({ text: texts.tooLarge(IMPORT_MAX_BYTES / 1_000_000), severity: 'error' });
      return;
    }
    const { name } = file;
    setChosen({ name, content, outlook: await api.importFile({ name, content, apply: false }) });
  };
  const apply = async ({ name, content }: Chosen) => {
    const report = await api.importFile({ name, content, apply: true });
    onClose();
    host.haptic('success');
    showSnackbar({ text: texts.done(nouns.notification, report) });
    await reloadShown();
  };
  return { chosen, look, apply, drop: () => setChosen(null) };
}

export function ImportSheet({ onClose }: { onClose: () => void }) {
  const { chosen, look, apply, drop } = useImport(onClose);
  const { busy, run } = useAction(texts.failed);
  const input = useRef<HTMLInputElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  // What is to be confirmed grows under the navigation.
  useEffect(() => {
    if (chosen) buttons.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  return (
    <Sheet title={texts.title} onClose={onClose}>
      <p className={styles.line}>{texts.explain}</p>
      {chosen && <Outlook outlook={chosen.outlook} />}
      <label className="hidden">
        {texts.choose}
        <input
          ref={input}
          type="file"
          tabIndex={-1}
          accept=".json,.ics,.csv,application/json,text/calendar,text/csv"
          onChange={({ target }) => {
            const file = target.files?.[0];
            // An emptied field hears the same file when it is chosen once more.
            target.value = '';
            if (file) void run(() => look(file));
          }}
        />
      </label>
      <div ref={buttons} className={styles.buttons}>
        {chosen && chosen.outlook.reminders + chosen.outlook.notes > 0 && (
          <Button
            variant="contained"
            size="large"
            loading={busy}
            onClick={() => void run(() => apply(chosen))}
          >
            {texts.apply}
          </Button>
        )}
        {chosen ? (
          <Button variant="outlined" size="large" disabled={busy} onClick={drop}>
            {texts.cancel}
          </Button>
        ) : (
          <Button
            variant="outlined"
            size="large"
            loading={busy}
            onClick={() => input.current?.click()}
          >
            {texts.choose}
          </Button>
        )}
      </div>
    </Sheet>
  );
}

/** An export without what no import takes, which may be most of it; any other text as it is. */
function withoutWhatNoImportTakes(content: string): string {
  const whole = parsed(content);
  if (typeof whole !== 'object' || whole === null) return content;
  return JSON.stringify({ ...whole, deliveries: [], drafts: [] });
}

function Outlook({ outlook }: { outlook: Responses['imported'] }) {
  const {
    outlook: sentences,
    remarks,
    examples,
    faults,
    faultsTitle,
  } = reportTexts(outlook, nouns.notification);
  return (
    <div role="status">
      <p className={styles.line}>{[...sentences, ...remarks].join(' ')}</p>
      <List items={examples} />
      {faults.length > 0 && <p className={styles.line}>{faultsTitle}</p>}
      <List items={faults} />
    </div>
  );
}

const List = ({ items }: { items: readonly string[] }) =>
  items.length > 0 && (
    <ul className={styles.list}>
      {items.map((item, at) => (
        <li key={at}>{item}</li>
      ))}
    </ul>
  );
