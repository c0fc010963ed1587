import { beginLaunch } from '@/client/begin';

/*
 * Next runs this before it hydrates the page. Where Telegram opened one with the mini app on it, the
 * app's requests and code are under way from here on.
 */
if (document.querySelector('[data-face="app"]')) beginLaunch();
