import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import useSWRInfinite from 'swr/infinite';
import { type AdminResponses } from '@/contract/admin';
import { adminTexts } from '@/texts/admin';
import { useSession } from '../session';
import { FailedLoad } from '../ui/failed-load';
import { useAdminApi } from './api';
import { Rows, Section } from './figures';
import { bounded, dayOf } from './format';

const texts = adminTexts.parked;
/** Rows shown before anybody asks for more. */
const FEW = 5;
type Page = AdminResponses['adminParked'];

/** Users whom the bot cannot write to, by their ids, page by page. */
export function Parked() {
  const api = useAdminApi();
  const { timeZone } = useSession();
  const { data, error, isValidating, mutate, setSize } = useSWRInfinite<Page, unknown>(
    (index: number, before: Page | null) =>
      before && before.next === null ? null : ['admin/parked', before?.next ?? 0],
    ([, after]: [string, number]) => api.parked(after),
    { revalidateFirstPage: false },
  );
  const [all, setAll] = useState(false);
  const last = data?.at(-1);
  const users = data?.flatMap((page) => page.users) ?? [];
  return (
    <Section title={texts.title} hint={users.length > 0 ? texts.hint : undefined}>
      {error !== undefined && (
        <FailedLoad onRetry={() => void mutate()}>{adminTexts.failed}</FailedLoad>
      )}
      {last && users.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>{texts.empty}</Typography>
      )}
      <Rows>
        {(all ? users : users.slice(0, FEW)).map(({ id, since }) => (
          <li key={id}>
            <Box component="span" sx={{ flex: 1 }}>
              {texts.user(id)}
            </Box>
            <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
              {texts.since(dayOf(since, timeZone))}
            </Typography>
          </li>
        ))}
      </Rows>
      {last && !all && users.length > FEW && (
        <Button size="large" onClick={() => setAll(true)}>
          {texts.show(bounded(last.total))}
        </Button>
      )}
      {all && typeof last?.next === 'number' && (
        <Button
          size="large"
          loading={isValidating}
          onClick={() => void setSize((pages) => pages + 1)}
        >
          {texts.more}
        </Button>
      )}
    </Section>
  );
}
