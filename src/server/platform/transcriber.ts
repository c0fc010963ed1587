import 'server-only';
import { z } from 'zod';
import { type Env } from './env';
import { parseJson } from './parse-json';
import { processState } from './process-state';
import { bytesWithin } from './request-body';

/** Where speech is written down, as the operator has set it. */
export type Transcriber = NonNullable<Env['transcriber']>;

/** Far above a minute of speech. */
const ANSWER_MAX_BYTES = 64 * 1024;
const answered = z.object({ text: z.string() });

const state = processState('transcriber', () => ({ isFailing: false }));

/** `failing`: this process's last request came to nothing. */
export const transcriberState = (
  transcriber: Transcriber | undefined,
): 'off' | 'ok' | 'failing' => {
  if (!transcriber) return 'off';
  return state.isFailing ? 'failing' : 'ok';
};

/**
 * Has speech written down by a server that speaks OpenAI's `POST /v1/audio/transcriptions` (whisper.cpp, speaches,
 * LocalAI, vLLM), and answers what it wrote. Throws where it refuses, breaks off, or answers something else; neither
 * its words nor ours stand in the fault.
 * https://platform.openai.com/docs/api-reference/audio/createTranscription
 */
export async function transcribe(
  transcriber: Transcriber,
  sound: Buffer,
  signal: AbortSignal,
): Promise<string> {
  try {
    const text = await textOf(transcriber, sound, signal);
    state.isFailing = false;
    return text;
  } catch (error) {
    state.isFailing = true;
    throw error;
  }
}

async function textOf(
  { url, model, key }: Transcriber,
  sound: Buffer,
  signal: AbortSignal,
): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(sound)], { type: 'audio/ogg' }), 'voice.ogg');
  form.set('model', model);
  form.set('language', 'ru');
  form.set('response_format', 'json');
  const response = await fetch(`${url}/v1/audio/transcriptions`, {
    method: 'POST',
    body: form,
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    signal,
    // The operator named one address: speech goes to no other.
    redirect: 'error',
    cache: 'no-store',
  });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw new TranscriberError(`answers ${response.status}`);
  }
  const bytes = await bytesWithin(response.body, ANSWER_MAX_BYTES);
  if (bytes === 'too-large') throw new TranscriberError('answers too much');
  return textIn(bytes);
}

function textIn(bytes: Buffer): string {
  try {
    return answered.parse(parseJson(bytes.toString('utf8'))).text;
  } catch {
    throw new TranscriberError('answers something else');
  }
}

class TranscriberError extends Error {
  override name = 'TranscriberError';
}
