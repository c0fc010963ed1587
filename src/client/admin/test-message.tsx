import Button from '@mui/material/Button';
import { adminTexts } from '@/texts/admin';
import { useAdminApi } from './api';
import { Section } from './figures';
import { useAction } from '../ui/use-action';

const texts = adminTexts.test;

/** Sends a short message to whoever presses the button. */
export function TestMessage() {
  const api = useAdminApi();
  const { busy, run } = useAction(texts.failed);
  return (
    <Section title={texts.title} hint={texts.hint}>
      <Button
        variant="outlined"
        size="large"
        loading={busy}
        onClick={() => void run(api.testMessage, texts.sent)}
      >
        {texts.button}
      </Button>
    </Section>
  );
}
