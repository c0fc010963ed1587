import { calendarRoute } from '@/server/calendar/feed';

/** `/api/calendar/<token>.ics`: what calendar programs ask for. */
export const GET = calendarRoute;
