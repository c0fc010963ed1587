import { TestEnvironment } from 'jest-environment-jsdom';

/** What browsers have, Node has, and jsdom has not. */
const borrowed = {
  fetch,
  Headers,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  ReadableStream,
  structuredClone,
};

/**
 * The clocks of the device, which are those of the user whom the fake server knows. With others the
 * lists would be grouped anew in the middle of a test, around each midnight.
 */
const DEVICE_ZONE = 'Europe/Moscow';

/** jsdom with the parts of the web platform that it leaves out, on a device in Moscow. */
export default class DomEnvironment extends TestEnvironment {
  readonly #zoneBefore = process.env.TZ;

  override async setup() {
    process.env.TZ = DEVICE_ZONE;
    await super.setup();
    Object.assign(this.global, borrowed);
  }

  override async teardown() {
    await super.teardown();
    if (this.#zoneBefore === undefined) delete process.env.TZ;
    else process.env.TZ = this.#zoneBefore;
  }
}
