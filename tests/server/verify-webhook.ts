import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import type { Received } from './alert-receiver.ts'

type IsGenuine = (secret: string, headers: IncomingHttpHeaders, body: string, nowMs?: number) => boolean

const guide = readFileSync(join(import.meta.dirname, '../../docs/guide/alert-channels.md'), 'utf8')
const sample = /```js\n([\s\S]*?)```/.exec(guide)?.[1]
if (sample === undefined) throw new Error('The guide has no code sample.')

/** The function that the guide gives to receivers. */
export const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(sample)}`)) as {
  isGenuine: IsGenuine
}

/** Verifies a message at the time at which it was signed. */
export const isSignedBy = (secret: string, { headers, body }: Received): boolean =>
  isGenuine(secret, headers, body, Number(headers['webhook-timestamp']) * 1000)
