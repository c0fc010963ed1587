import { tidy } from '@/texts/typography';

interface Props {
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

/** The first cell of a row names it. */
export function Table({ head, rows }: Props) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((cell) => (
            <th key={cell} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first = '', ...rest]) => (
          <tr key={first}>
            <th scope="row">{tidy(first)}</th>
            {rest.map((cell, at) => (
              <td key={at} data-head={head[at + 1]}>
                {tidy(cell)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
