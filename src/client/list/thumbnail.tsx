import { useEffect, useState } from 'react';
import { INIT_DATA_HEADER } from '@/contract/headers';
import { attachmentTexts } from '@/texts/attachments';
import { useSession } from '../session/session';
import { NOTES_PATH, REMINDERS_PATH } from '../wire/prelude';

export interface ThumbnailOf {
  of: 'reminders' | 'notes';
  id: number;
}

/**
 * The small picture of what is attached, once it is here; nothing before, and where it cannot be had. An
 * <img> cannot send the launch data by which the server knows its owner, so it is fetched.
 */
export default function Thumbnail({ of, id }: ThumbnailOf) {
  const { initData } = useSession();
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    let made: string | null = null;
    const path = `${of === 'notes' ? NOTES_PATH : REMINDERS_PATH}/${id}/thumbnail`;
    const show = async () => {
      const headers = { [INIT_DATA_HEADER]: initData };
      const answer = await fetch(path, { headers, signal: abort.signal });
      const picture = answer.ok ? await answer.blob() : null;
      if (!picture || abort.signal.aborted) return;
      made = URL.createObjectURL(picture);
      setAddress(made);
    };
    // Without it the card says as much in words.
    show().catch(() => undefined);
    return () => {
      abort.abort();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [initData, of, id]);
  return (
    address !== null && (
      // eslint-disable-next-line @next/next/no-img-element -- of this browser's own memory
      <img src={address} alt={attachmentTexts.thumbnail} onError={() => setAddress(null)} />
    )
  );
}
