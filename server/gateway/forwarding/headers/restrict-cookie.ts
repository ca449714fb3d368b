const domainAttribute = /^[\t ]*domain[\t ]*(?:=|$)/i

/**
 * Restricts a Set-Cookie header to the instance's own host: removes `Domain` unless it names exactly that host. A
 * cookie for a parent domain would be sent to other instances and to the console, and could replace theirs.
 */
export function restrictCookie(header: string, ownHost: string): string {
  const [pair = '', ...attributes] = header.split(';')
  if (!attributes.some((attribute) => domainAttribute.test(attribute))) return header
  const isOwn = (attribute: string) =>
    attribute
      .slice(attribute.indexOf('=') + 1)
      .trim()
      .toLowerCase() === ownHost
  const kept = attributes.filter((attribute) => !domainAttribute.test(attribute) || isOwn(attribute))
  return [pair, ...kept].join(';')
}
