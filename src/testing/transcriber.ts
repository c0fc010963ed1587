import { type RequestListener } from 'node:http';
import { startTranscriber } from '@/dev/transcriber';
import { withServer } from './telegram';

/**
 * Call once at the top of a test file: a transcriber that hears the voices of the simulator. `settings` are what the bot
 * is given; their address is known once the tests begin.
 */
export function testTranscriber() {
  const settings = { url: '', model: 'whisper-small', key: 'key-of-the-transcriber' };
  let standIn: Awaited<ReturnType<typeof startTranscriber>> | undefined;
  beforeAll(async () => {
    standIn = await startTranscriber();
  });
  afterAll(() => standIn?.stop());
  beforeEach(() => {
    settings.url = standIn?.url ?? '';
  });
  return {
    settings,
    /** What an address is that leads to the one which hears. */
    address: (): string => standIn?.url ?? '',
    /** Another one stands in its place while `work` runs. */
    instead: (answer: RequestListener, work: () => Promise<unknown>): Promise<void> =>
      withServer(answer, async (url) => {
        settings.url = url;
        await work();
      }),
  };
}
