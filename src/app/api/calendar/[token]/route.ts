import { answerCalendar } from '@/server/calendar/feed';
import { isSignedLink } from '@/server/calendar/link';
import { env } from '@/server/platform/env';
import { tokenRoute } from '@/server/platform/http';

/** `/api/calendar/<token>.ics`: what calendar programs ask for. */
export const GET = tokenRoute(
  (token) => isSignedLink(token, env().botToken),
  (visit) => answerCalendar({ ...visit, appUrl: env().appUrl }),
);
