import { answerCalendar } from '@/server/calendar-feed';
import { isSignedLink } from '@/server/calendar-link';
import { env } from '@/server/env';
import { tokenRoute } from '@/server/http';

/** `/api/calendar/<token>.ics`: what calendar programs ask for. */
export const GET = tokenRoute(
  (token) => isSignedLink(token, env().botToken),
  (visit) => answerCalendar({ ...visit, appUrl: env().appUrl }),
);
