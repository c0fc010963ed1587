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

/** jsdom with the parts of the web platform that it leaves out. */
export default class DomEnvironment extends TestEnvironment {
  override async setup() {
    await super.setup();
    Object.assign(this.global, borrowed);
  }
}
