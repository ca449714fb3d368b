import { fieldError } from '../../http/field-error.ts'
import type { AlertChannels } from './alert-message.ts'

/** Of a control plane without channels: rules inform members alone. */
export const noChannels: AlertChannels = {
  async check(_tx, _organizationId, channelIds) {
    if (channelIds.length > 0) throw fieldError('channelIds', 'This organisation has no such channel.')
  },
  async enqueue() {},
}
