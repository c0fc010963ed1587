/** After the last database test of a run. Jest shares nothing but globals with the set-up. */
export default async function teardown(): Promise<void> {
  await globalThis.napomnyuTestServer?.stop();
}
