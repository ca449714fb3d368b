import * as v from 'valibot'
import { uuid } from '../common.ts'

export const drainId = v.pipe(uuid, v.brand('DrainId'))

export type DrainId = v.InferOutput<typeof drainId>
