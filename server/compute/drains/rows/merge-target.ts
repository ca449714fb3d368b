import type { DrainTargetInput } from '../../../../src/contract/wire/drains/drain-input.ts'
import type { DrainTarget } from '../../../../src/contract/wire/drains/drain-target.ts'
import { fieldError } from '../../../http/field-error.ts'
import type { DrainSecretValues } from './drain-secrets.ts'

interface Stored {
  target: DrainTarget
  secrets: DrainSecretValues
}

const REQUIRED = 'Required.'

/**
 * Separates a target's secrets from it. A secret that is left out is kept, unless the target is another server now:
 * whoever may change the address must not receive a secret that they do not know.
 */
export function mergeTarget(given: DrainTargetInput, before: Stored | null): Stored {
  const kept = before && receiverOf(before.target) === receiverOf(given) ? before.secrets : {}
  switch (given.type) {
    case 'http': {
      const headers: Record<string, string> = {}
      for (const [at, { name, value }] of given.headers.entries()) {
        const known = Object.entries(kept.headers ?? {}).find(([each]) => each.toLowerCase() === name.toLowerCase())
        const merged = value ?? known?.[1]
        if (merged === undefined) throw fieldError(`target.headers.${at}.value`, REQUIRED)
        if (Object.keys(headers).some((each) => each.toLowerCase() === name.toLowerCase()))
          throw fieldError(`target.headers.${at}.name`, 'This header is listed twice.')
        headers[name] = merged
      }
      const names = given.headers.map(({ name }) => ({ name }))
      return { target: { ...given, headers: names }, secrets: { headers } }
    }
    case 'syslog':
      return { target: given, secrets: {} }
    case 'loki': {
      const { password = kept.password, ...target } = given
      if (target.username !== '' && password === undefined) throw fieldError('target.password', REQUIRED)
      return { target, secrets: target.username === '' || password === undefined ? {} : { password } }
    }
    case 's3': {
      const { secretAccessKey = kept.secretAccessKey, ...target } = given
      if (secretAccessKey === undefined) throw fieldError('target.secretAccessKey', REQUIRED)
      return { target, secrets: { secretAccessKey } }
    }
  }
}

const receiverOf = (target: DrainTarget | DrainTargetInput): string => {
  switch (target.type) {
    case 'syslog':
      return `syslog ${target.host}`
    case 's3':
      return `s3 ${new URL(target.endpoint).origin}`
    default:
      return `${target.type} ${new URL(target.url).origin}`
  }
}
