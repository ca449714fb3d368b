const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'

/**
 * Reads the one label in front of the gateway's domain (`hello-x1y2z3.localhost:4600`); undefined when a host header is
 * for somebody else. The port does not matter: a proxy may stand in front.
 */
export function createHostLabelParser(publicUrl: string): (hostHeader: string | undefined) => string | undefined {
  const domain = new URL(publicUrl).hostname.replaceAll('.', '\\.')
  const pattern = new RegExp(`^(${label})\\.${domain}\\.?(?::\\d{1,5})?$`)
  return (hostHeader) => pattern.exec(hostHeader?.toLowerCase() ?? '')?.[1]
}

/** What a label may mean: an instance's own name, or a port in front of it. */
export function readings(host: string): { host: string; containerPort?: number }[] {
  const [, port, rest] = /^(\d{1,5})-(.+)$/.exec(host) ?? []
  return port && rest ? [{ host }, { host: rest, containerPort: Number(port) }] : [{ host }]
}
