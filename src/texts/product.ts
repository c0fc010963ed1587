/** The product's name; an installation may carry its own. Baked in at build, as all NEXT_PUBLIC_ values are. */
export const PRODUCT_NAME = process.env['NEXT_PUBLIC_APP_NAME'] || 'Напомню';
