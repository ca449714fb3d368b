import { OutgoingFailure } from './outgoing-failure.ts'

/** Ports of other protocols, whose servers could take the lines of a request for commands (the Fetch standard's list). */
const BLOCKED_PORTS = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
])
const MAX_LENGTH = 2048

/** Parses the URL of a request. Rejects other schemes, credentials, and ports of other protocols. */
export function outgoingUrl(text: string, base?: URL): URL {
  const url = text.length <= MAX_LENGTH ? URL.parse(text, base?.href) : null
  if (!url) throw rejected('The URL is not valid.')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw rejected('The URL must begin with https://.')
  if (url.username || url.password) throw rejected('The URL must not contain a user name or password.')
  const port = portOf(url)
  if (BLOCKED_PORTS.has(port)) throw rejected(`Port ${port} belongs to another protocol.`)
  url.hash = ''
  return url
}

export const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)

const rejected = (message: string) => new OutgoingFailure('rejected', message)
