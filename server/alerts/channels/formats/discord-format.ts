import type { AlertMessage } from '../../../../src/contract/wire/alerts/alert-message.ts'
import { codeOf, cut, factsOf, titleOf } from './plain-text.ts'

/** Limits of embeds; the texts of all together have at most 6000 characters. */
const TITLE = 256
const DESCRIPTION = 2000
const VALUE = 300
const CODE = 1000

const colours = { critical: 0xd92d20, warning: 0xdc6803, info: 0x1570ef, recovered: 0x079455 } as const

/** Markup gets a backslash; mentions and bare links are broken by a character without width. */
const escaped = (text: string): string =>
  text
    .replace(/[\\*_~`|>[\]()#<-]/g, '\\$&')
    .replaceAll('@', '@\u200b')
    .replaceAll('://', ':\u200b//')

export function discordFormat(message: AlertMessage): object {
  const { kind, severity, summary, context, link, since } = message
  const fields = factsOf(message).map(([name, value]) => ({
    name,
    value: cut(escaped(cut(value, 140)), VALUE),
    inline: true,
  }))
  const lines = context.length > 0 ? [{ name: 'Lines', value: `\`\`\`\n${codeOf(context, CODE)}\n\`\`\`` }] : []
  return {
    // No text of a message mentions anybody.
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: cut(escaped(cut(titleOf(message), 120)), TITLE),
        description: cut(escaped(summary), DESCRIPTION),
        url: link,
        color: kind === 'recovered' ? colours.recovered : colours[severity],
        timestamp: since,
        fields: [...fields, ...lines],
      },
    ],
  }
}
