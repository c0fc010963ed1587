/**
 * The scripts of the mini app's code, apart by spaces, as addresses of this site. A page that Telegram
 * launches can so fetch them at once, and not only when the code that everybody gets has run and asks
 * for them. These words only keep the place: the build puts the names here once it knows them (see
 * ./name-app-files). Without a production build there are none.
 */
export const APP_FILES = '{files-of-the-app}';
