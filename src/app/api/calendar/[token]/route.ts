import { answerCalendar } from '@/server/calendar-feed';
import { env } from '@/server/env';
import { tokenRoute } from '@/server/http';

/** `/api/calendar/<token>.ics`: what calendar programs ask for. */
export const GET = tokenRoute((visit) => answerCalendar({ ...visit, appUrl: env().appUrl }));
