import type { Config } from '../../config.ts'

/** Whom passkeys are made for: the host of the public URL, asked from exactly these origins. */
export interface RelyingParty {
  id: string
  name: string
  origins: string[]
}

/**
 * Only the console's own origin counts: a page of an instance on a subdomain could ask an authenticator for a passkey of
 * the parent domain, but its origin is signed too. In sandbox mode the port may be another one, as behind a dev server.
 */
export const relyingParty = (
  { mode, publicUrl, product }: Pick<Config, 'mode' | 'publicUrl' | 'product'>,
  host: string | undefined,
): RelyingParty => {
  const { hostname, origin } = new URL(publicUrl)
  const isOwnMachine = mode === 'sandbox' && host !== undefined && /^localhost(:\d{1,5})?$/.test(host)
  return { id: hostname, name: product.name, origins: isOwnMachine ? [origin, `http://${host}`] : [origin] }
}
