import qrcode from 'qrcode-generator';

/** The dark modules as one path: a run of modules in a row is one rectangle. */
function modulesPath(text: string): { path: string; size: number } {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  let path = '';
  for (let row = 0; row < size; row++) {
    for (let from = 0; from < size; from++) {
      let to = from;
      while (to < size && code.isDark(row, to)) to++;
      if (to === from) continue;
      path += `M${from} ${row}h${to - from}v1h-${to - from}z`;
      from = to;
    }
  }
  return { path, size };
}

/** A QR code as inline SVG, dark on light in both schemes, with the quiet zone of four modules. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = modulesPath(text);
  return (
    <svg
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M-4-4h${size + 8}v${size + 8}h-${size + 8}z`} />
      <path fill="#0c1a13" d={path} />
    </svg>
  );
}
