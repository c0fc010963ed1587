import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ImageResponse } from 'next/og';
import { Logo } from '@/site/logo';
import { PRODUCT_NAME } from '@/texts/product';
import { chat, hero, siteMeta } from '@/texts/site';
import { schemes } from '@/theme/tokens';

export const alt = siteMeta.title;
export const size = { width: 1200, height: 630 };
export const contentType = 'image/png';

const t = schemes.light;
const row = { display: 'flex' } as const;
const column = { display: 'flex', flexDirection: 'column' } as const;
const bold = { fontWeight: 800 };

/** Static woff files, by subset: the image renderer reads neither woff2 nor variable fonts. */
async function fonts() {
  const folder = join(process.cwd(), 'node_modules/@fontsource/golos-text/files');
  const wanted = (['cyrillic', 'latin'] as const).flatMap((subset) =>
    ([500, 800] as const).map((weight) => ({ subset, weight })),
  );
  return Promise.all(
    wanted.map(async ({ subset, weight }) => ({
      name: `Golos ${subset}`,
      weight,
      data: await readFile(join(folder, `golos-text-${subset}-${weight}-normal.woff`)),
    })),
  );
}

/** The card that messengers and social networks show for a link. Drawn once, at build. */
export default async function OpenGraphImage() {
  const [first, second] = hero.title;
  return new ImageResponse(
    <div
      style={{
        display: 'flex',
        width: '100%',
        height: '100%',
        padding: 72,
        justifyContent: 'space-between',
        background: t.background,
        color: t.text,
        fontFamily: 'Golos cyrillic, Golos latin',
        fontWeight: 500,
      }}
    >
      <div style={{ ...column, justifyContent: 'space-between' }}>
        <div style={{ ...row, ...bold, alignItems: 'center', gap: 20, fontSize: 40 }}>
          <Logo side={72} fill={t.primary} stroke={t.onPrimary} />
          {PRODUCT_NAME}
        </div>
        <div style={{ ...column, ...bold, fontSize: 98, lineHeight: 1, letterSpacing: -4 }}>
          <span>{first}</span>
          <span style={{ color: t.primary }}>{second}</span>
        </div>
        <div style={{ ...row, fontSize: 32, color: t.muted }}>{siteMeta.social}</div>
      </div>
      <div style={{ ...column, justifyContent: 'center', gap: 24, width: 420, fontSize: 30 }}>
        <div
          style={{
            ...row,
            padding: '22px 30px',
            borderRadius: '32px 32px 8px 32px',
            background: t.primary,
            color: t.onPrimary,
          }}
        >
          {chat.asked.text}
        </div>
        <div
          style={{
            ...column,
            padding: '26px 30px',
            borderRadius: '32px 32px 32px 8px',
            background: t.surface,
            border: `2px solid ${t.line}`,
          }}
        >
          <span style={{ ...bold, fontSize: 84, letterSpacing: -3, color: t.primary }}>
            {chat.fired.time}
          </span>
          <span style={bold}>{chat.fired.text}</span>
        </div>
      </div>
    </div>,
    { ...size, fonts: await fonts() },
  );
}
