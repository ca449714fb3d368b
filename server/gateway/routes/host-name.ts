/**
 * Creates a parser that returns the name before the gateway's domain (`hello-x1y2z3.localhost:4600`), also where no
 * instance can have that name, or undefined for any other host header. The port is ignored, because a proxy may stand
 * in front.
 */
export function createHostLabelParser(publicUrl: string): (hostHeader: string | undefined) => string | undefined {
  const domain = new URL(publicUrl).hostname.replaceAll('.', '\\.')
  const pattern = new RegExp(`^([^:/@]{1,253})\\.${domain}\\.?(?::\\d{1,5})?$`)
  return (hostHeader) => pattern.exec(hostHeader?.toLowerCase() ?? '')?.[1]
}

/** Lists the interpretations of a label: an instance's host name, or a port followed by one. */
export function parseHostLabel(host: string): { host: string; containerPort?: number }[] {
  const [, port, rest] = /^(\d{1,5})-(.+)$/.exec(host) ?? []
  return port && rest ? [{ host }, { host: rest, containerPort: Number(port) }] : [{ host }]
}

/** Returns the name in a host header, without its port and in lower case. */
export const hostNameOf = (hostHeader: string | undefined): string =>
  (hostHeader ?? '')
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '')
    .toLowerCase()
