import type { ChannelType } from '../../../../src/contract/wire/alerts/alert-channel.ts'
import type { AlertMessage } from '../../../../src/contract/wire/alerts/alert-message.ts'
import { discordFormat } from './discord-format.ts'
import { slackFormat } from './slack-format.ts'
import { teamsFormat } from './teams-format.ts'

/** The body that a receiver takes. `at` is when the message was stored, so that each attempt has the same body. */
export function bodyOf(type: ChannelType, message: AlertMessage, at: Date): string {
  if (type === 'slack') return JSON.stringify(slackFormat(message))
  if (type === 'discord') return JSON.stringify(discordFormat(message))
  if (type === 'teams') return JSON.stringify(teamsFormat(message))
  return JSON.stringify({ type: `alert.${message.kind}`, timestamp: at.toISOString(), data: message })
}
