/** The tags of a message, by their names on Twitch, such as `first-msg`. */
export type IrcTags = Readonly<Record<string, string>>;

/** A line of IRC. */
export interface IrcLine {
  readonly tags: IrcTags;
  /** Who sent it: a login, or the name of the server. */
  readonly nick: string;
  readonly command: string;
  readonly params: readonly string[];
}

/** Characters that the values of tags contain in another form. */
const escapes: Readonly<Record<string, string>> = { ':': ';', s: ' ', r: '\r', n: '\n' };

/** Reads a line. Returns undefined if it is not a line of IRC. See https://ircv3.net/specs/extensions/message-tags. */
export function readLine(line: string): IrcLine | undefined {
  const [, tags = '', prefix = '', command, rest = ''] =
    /^(?:@(\S+) +)?(?::(\S+) +)?([A-Z]+|\d{3})(?: +(.*))?$/s.exec(line) ?? [];
  if (command === undefined) return undefined;
  const last = rest.startsWith(':') ? 0 : rest.indexOf(' :') + 1 || rest.length;
  const params = rest.slice(0, last).split(' ').filter(Boolean);
  if (last < rest.length) params.push(rest.slice(last + 1));
  return { tags: readTags(tags), nick: prefix.split('!', 1)[0] ?? '', command, params };
}

/** Returns the login of the channel that a line is about. */
export const loginOf = ({ params: [channel = ''] }: IrcLine): string => channel.replace(/^#/, '');

const readTags = (tags: string): IrcTags =>
  Object.fromEntries(
    tags
      .split(';')
      .filter(Boolean)
      .map((tag) => {
        const [name = ''] = tag.split('=', 1);
        const value = tag.slice(name.length + 1).replaceAll(/\\(.?)/gs, (_, code: string) => escapes[code] ?? code);
        return [name, value];
      }),
  );
