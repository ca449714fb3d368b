import * as v from 'valibot'
import { uuid } from '../../../../src/contract/wire/common.ts'

export const replicaId = v.pipe(uuid, v.brand('ReplicaId'))
export type ReplicaId = v.InferOutput<typeof replicaId>
