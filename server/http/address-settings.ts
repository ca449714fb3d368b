import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import * as v from 'valibot'
import { StartUpError } from '../start-up/start-up-error.ts'

const isAddressOrNetwork = (text: string): boolean => isIP(text) !== 0 || ipaddr.isValidCIDR(text)

/** `none`, or comma-separated addresses and networks. */
export const proxyList = v.pipe(
  v.string(),
  v.transform((list) => (list.trim() === 'none' ? [] : list.split(',').map((item) => item.trim()))),
  v.array(v.pipe(v.string(), v.check(isAddressOrNetwork, 'must be none or addresses such as 127.0.0.1,10.0.0.0/8'))),
)

/**
 * Returns the base URL of instances. All names below its host are instances, so the console must not be one of them.
 */
export const instancesUrlFrom = (given: string | undefined, publicUrl: string): string => {
  const url = given?.replace(/(?<!\/)\/+$/, '') ?? publicUrl
  const [own, below] = [new URL(publicUrl).hostname, new URL(url).hostname]
  if (own.endsWith(`.${below}`))
    throw new StartUpError(
      `${own} would be the name of an instance below LONGSHORE_INSTANCES_URL (${below}). Choose another domain for instances.`,
    )
  return url
}
