import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listening, LOOPBACK, stopServing } from './free-port';
import { wordsInOggOpus } from './simulator/ogg-opus';

/**
 * Stands in for whisper.cpp and its kin on the loopback interface: `POST /v1/audio/transcriptions` answers what is said
 * in a voice of the simulator's, and refuses any other sound.
 */
export async function startTranscriber(): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    transcriptOf(request).then(
      (text) => (text === undefined ? answer(400, { error: 'no sound' }) : answer(200, { text })),
      () => answer(400, { error: 'no form' }),
    );
  });
  const url = `http://${LOOPBACK}:${await listening(server)}`;
  return { url, stop: () => stopServing(server) };
}

async function transcriptOf(request: IncomingMessage): Promise<string | undefined> {
  if (request.method !== 'POST' || request.url !== '/v1/audio/transcriptions') return undefined;
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const body = new Uint8Array(await buffer(request));
  const form = await new Response(body, { headers }).formData();
  const file = form.get('file');
  if (!(file instanceof Blob)) return undefined;
  return wordsInOggOpus(Buffer.from(await file.arrayBuffer()));
}
