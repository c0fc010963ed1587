/** The little of autocannon that is used; it comes without types. */
declare module 'autocannon' {
  interface Options {
    url: string;
    connections: number;
    duration: number;
    requests: { method: 'GET'; path: string; headers: Record<string, string> }[];
  }
  export default function autocannon(options: Options): Promise<unknown>;
}
