import type { Config } from '../../config.ts'

/** The WebAuthn relying party: the host of the public URL, restricted to exactly these origins. */
export interface RelyingParty {
  id: string
  name: string
  origins: string[]
}

/**
 * Accepts only the console's own origin. A page of an instance on a subdomain could request a passkey of the parent
 * domain, but the signature includes its origin. Sandbox mode accepts localhost with any port, as behind a dev server.
 */
export const relyingParty = (
  { mode, publicUrl, product }: Pick<Config, 'mode' | 'publicUrl' | 'product'>,
  host: string | undefined,
): RelyingParty => {
  const { hostname, origin } = new URL(publicUrl)
  const isOwnMachine = mode === 'sandbox' && host !== undefined && /^localhost(:\d{1,5})?$/.test(host)
  return { id: hostname, name: product.name, origins: isOwnMachine ? [origin, `http://${host}`] : [origin] }
}
