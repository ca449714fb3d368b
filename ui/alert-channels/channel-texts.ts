import type { ChannelType } from '../../src/contract/wire/alerts/alert-channel.ts'
import type { Delivery } from '../../src/contract/wire/alerts/alert-delivery.ts'
import type { Tone } from '../parts/state/badge.tsx'

export const channelTypeLabels: Record<ChannelType, string> = {
  webhook: 'Signed webhook',
  slack: 'Slack',
  discord: 'Discord',
  teams: 'Microsoft Teams',
}

export const urlHints: Record<ChannelType, string> = {
  webhook: 'Receives each alert as JSON in a POST request. Longshore signs it.',
  slack: 'The address of an incoming webhook. It is not shown again.',
  discord: 'The address of a webhook of a Discord channel. It is not shown again.',
  teams: 'The address of a Teams workflow for webhook requests. It is not shown again.',
}

export const deliveryStates: Record<Delivery['state'], { tone: Tone; label: string }> = {
  waiting: { tone: 'info', label: 'Waiting' },
  delivered: { tone: 'good', label: 'Delivered' },
  failed: { tone: 'bad', label: 'Failed' },
}
