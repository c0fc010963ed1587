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

/** What stands between BEGIN and END. */
export interface IcsComponent {
  line: number;
  /** In capitals. */
  name: string;
  properties: IcsProperty[];
  components: IcsComponent[];
}

/** A component's first property of that name. */
export const propertyOf = (component: IcsComponent, name: string): IcsProperty | undefined =>
  component.properties.find((each) => each.name === name);

/** The reverse of `icsText`. */
export const textOfIcs = (value: string): string =>
  value.replace(/\\([nN\\;,])/g, (_, escaped: string) =>
    escaped.toLowerCase() === 'n' ? '\n' : escaped,
  );

/**
 * The top components of a file, VCALENDARs as a rule. Forgiving: a line that is none is left out, and
 * what is not closed ends with the file. Deeper than four levels nothing is of interest. Null where the
 * file has more than `linesMax` lines, folded ones counted: no more of them are read.
 */
export function readIcsComponents(text: string, linesMax: number): IcsComponent[] | null {
  const top: IcsComponent = { line: 0, name: '', properties: [], components: [] };
  const open = [top];
  const lines = text.split(/\r\n|\n|\r/, linesMax + 1);
  if (lines.length > linesMax) return null;
  for (const property of propertiesOf(lines)) {
    const present = open.at(-1) ?? top;
    if (property.name === 'BEGIN') {
      const { line, value } = property;
      const component: IcsComponent = {
        ...{ line, name: value.toUpperCase() },
        ...{ properties: [], components: [] },
      };
      if (open.length <= DEPTH_MAX) present.components.push(component);
      open.push(component);
    } else if (property.name === 'END') {
      if (open.length > 1) open.pop();
    } else {
      present.properties.push(property);
    }
  }
  return top.components;
}

const DEPTH_MAX = 4;

function* propertiesOf(lines: readonly string[]): Generator<IcsProperty> {
  let begun: { line: number; text: string } | null = null;
  for (const [index, line] of lines.entries()) {
    if (begun && /^[ \t]/.test(line)) {
      begun.text += line.slice(1);
      continue;
    }
    const property = begun && propertyIn(begun);
    if (property) yield property;
    begun = { line: index + 1, text: line };
  }
  const property = begun && propertyIn(begun);
  if (property) yield property;
}

function propertyIn({ line, text }: { line: number; text: string }): IcsProperty | null {
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
