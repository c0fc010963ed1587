import { LAST_DATE } from './limits';

/** Nothing is put off beyond it. Apart from the other limits: the app's first scripts have those. */
export const LAST_INSTANT = new Date(`${LAST_DATE}T23:59:59Z`);
