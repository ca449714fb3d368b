import * as v from 'valibot'
import { uuid } from '../common.ts'

export const alertId = v.pipe(uuid, v.brand('AlertId'))
export type AlertId = v.InferOutput<typeof alertId>

export const channelId = v.pipe(uuid, v.brand('ChannelId'))
export type ChannelId = v.InferOutput<typeof channelId>
