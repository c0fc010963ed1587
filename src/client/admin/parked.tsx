import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import useSWRInfinite from 'swr/infinite';
import { type AdminResponses } from '@/contract/admin';
import { adminTexts } from '@/texts/admin';
import { useSession } from '../session';
import { useAdminApi } from './api';
import { Rows, Section } from './figures';
import { moment } from './format';

const texts = adminTexts.parked;
type Page = AdminResponses['adminParked'];

/** Users whom the bot cannot write to, by their ids, page by page. */
export function Parked() {
  const api = useAdminApi();
  const { timeZone } = useSession();
  const { data, error, isValidating, setSize } = useSWRInfinite<Page, unknown>(
    (index: number, before: Page | null) =>
      before && before.next === null ? null : ['admin/parked', before?.next ?? 0],
    ([, after]: [string, number]) => api.parked(after),
    { revalidateFirstPage: false },
  );
  const last = data?.at(-1);
  const users = data?.flatMap((page) => page.users) ?? [];
  return (
    <Section title={texts.title} hint={texts.hint}>
      {error !== undefined && <Alert severity="error">{adminTexts.failed}</Alert>}
      {last && users.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>{texts.empty}</Typography>
      )}
      <Rows>
        {users.map(({ id, since }) => (
          <li key={id}>
            <Box component="span" sx={{ flex: 1 }}>
              {texts.user(id)}
            </Box>
            <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
              {texts.since(moment(since, timeZone))}
            </Typography>
          </li>
        ))}
      </Rows>
      {typeof last?.next === 'number' && (
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
