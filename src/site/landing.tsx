import { PRODUCT_NAME } from '@/texts/product';

/** The public page. */
export function Landing() {
  return (
    <main>
      <h1>{PRODUCT_NAME}</h1>
    </main>
  );
}
