import type { AlertChannel } from '../contract/wire/alerts/alert-channel.ts'
import { rowsOf } from '../core/shards.ts'
import type { AlertChannels } from './alert-channels.ts'

export const selectAlertChannels = (state: { alertChannels: AlertChannels }): AlertChannels => state.alertChannels

/** The channels of an organisation, by name. */
export const alertChannelsOf = ({ shards }: Pick<AlertChannels, 'shards'>, organizationId: string): AlertChannel[] =>
  rowsOf(shards)
    .filter((channel) => channel.organizationId === organizationId)
    .sort((a, b) => a.name.localeCompare(b.name))
