/** The content lines of RFC 5545, as they are found in files of other programs. */

/** A property: `DTSTART;TZID=Europe/Moscow:20261121T090000`. */
export interface IcsProperty {
  /** Of the file, from 1: where it begins. */
  line: number;
  /** In capitals. */
  name: string;
  /** Names in capitals, values without their quotes. */
  parameters: ReadonlyMap<string, string>;
  /** As it stands there: see `textOfIcs`. */
  value: string;
}

export interface IcsComponent {
  line: number;
  /** In capitals. */
  name: string;
  properties: IcsProperty[];
  components: IcsComponent[];
}

export const propertyOf = (component: IcsComponent, name: string): IcsProperty | undefined =>
  component.properties.find((each) => each.name === name);

/** '' where there is none. */
export const valueOf = (component: IcsComponent, name: string): string =>
  propertyOf(component, name)?.value ?? '';

/** The reverse of `icsText`. */
export const textOfIcs = (value: string): string =>
  value.replace(/\\([nN\\;,])/g, (_, escaped: string) =>
    escaped.toLowerCase() === 'n' ? '\n' : escaped,
  );

/** The first of several texts: a comma parts them, and one of a text itself is escaped. */
export const firstTextOfIcs = (value: string): string =>
  textOfIcs(/^(?:\\[^]|[^\\,])*/.exec(value)?.[0] ?? '');

/**
 * The top components of a file, VCALENDARs as a rule. Forgiving: a line that is none is left out, and
 * what is not closed ends with the file. Deeper than four levels nothing is of interest. Null where the
 * file has more than `linesMax` lines, folded ones counted: no more of them are read. `giveWay` is awaited
 * before each line, so that a large file holds nobody up.
 */
export async function readIcsComponents(
  text: string,
  linesMax: number,
  giveWay: () => Promise<void> | undefined,
): Promise<IcsComponent[] | null> {
  const lines = text.split(/\r\n|\n|\r/, linesMax + 1);
  if (lines.length > linesMax) return null;
  const top: IcsComponent = { line: 0, name: '', properties: [], components: [] };
  const open = [top];
  for (let at = 0; at < lines.length;) {
    const line = at + 1;
    let unfolded = '';
    do {
      await giveWay();
      const part = lines[at] ?? '';
      if (unfolded.length < UNFOLDED_MAX) unfolded += part.slice(at < line ? 0 : 1, UNFOLDED_MAX);
      at += 1;
    } while (/^[ \t]/.test(lines[at] ?? ''));
    const present = open.at(-1) ?? top;
    const property = propertyIn(unfolded, line);
    if (property?.name === 'BEGIN') {
      const name = property.value.toUpperCase();
      const component: IcsComponent = { line, name, properties: [], components: [] };
      if (open.length <= DEPTH_MAX) present.components.push(component);
      open.push(component);
    } else if (property?.name === 'END') {
      if (open.length > 1) open.pop();
    } else if (property) {
      present.properties.push(property);
    }
  }
  return top.components;
}

const DEPTH_MAX = 4;
/** Characters of a property that are read: nobody writes a longer one. */
const UNFOLDED_MAX = 100_000;

function propertyIn(text: string, line: number): IcsProperty | null {
  const match =
    /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):/.exec(
      text,
    );
  if (!match) return null;
  const [head, name = '', given = ''] = match;
  const parameters = new Map<string, string>();
  for (const part of given.matchAll(/;([A-Za-z0-9-]+)=("[^"]*"|[^;]*)/g)) {
    parameters.set((part[1] ?? '').toUpperCase(), (part[2] ?? '').replaceAll('"', ''));
  }
  return { line, name: name.toUpperCase(), parameters, value: text.slice(head.length) };
}
