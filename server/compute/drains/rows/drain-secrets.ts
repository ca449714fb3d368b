import * as v from 'valibot'
import type { DrainId } from '../../../../src/contract/wire/drains/drain-id.ts'
import { createSeal } from '../../../keys/seal.ts'

const secretValues = v.object({
  headers: v.optional(v.record(v.string(), v.string())),
  password: v.optional(v.string()),
  secretAccessKey: v.optional(v.string()),
})

export type DrainSecretValues = v.InferOutput<typeof secretValues>

export interface DrainSecrets {
  seal(id: DrainId, values: DrainSecretValues): Buffer
  /** Returns undefined if the secret of the installation has changed. */
  open(row: { id: DrainId; sealed: Uint8Array }): DrainSecretValues | undefined
}

/** Seals the secrets of targets. Nothing returns one to a caller. */
export function createDrainSecrets(secret: string): DrainSecrets {
  const seal = createSeal(secret, 'log-drains')
  return {
    seal: (id, values) => seal.seal(JSON.stringify(values), id),
    open: ({ id, sealed }) => {
      const plain = seal.open(sealed, id)
      return plain === undefined ? undefined : v.parse(secretValues, JSON.parse(plain))
    },
  }
}
