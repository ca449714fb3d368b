import type { AlertMessage } from '../../../../src/contract/wire/alerts/alert-message.ts'
import { codeOf, cut, factsOf, titleOf } from './plain-text.ts'

/** Limits of Block Kit. A character takes up to five when it is escaped. */
const HEADER = 150
const SECTION = 2900
const FIELD = 380
const FIELDS = 10

/** Slack reads mentions, channels and links only within angle brackets. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const plain = (text: string) => ({ type: 'plain_text', text, emoji: false })

/** Other markup is left as plain text. */
const verbatim = (text: string) => ({ type: 'mrkdwn', text, verbatim: true })

export function slackFormat(message: AlertMessage): object {
  const { summary, context, link } = message
  const title = titleOf(message)
  const facts = factsOf(message)
  return {
    text: escaped(cut(`${title}. ${summary}`, 500)),
    unfurl_links: false,
    blocks: [
      { type: 'header', text: plain(cut(title, HEADER)) },
      { type: 'section', text: plain(cut(summary || title, SECTION)) },
      {
        type: 'section',
        fields: facts.slice(0, FIELDS).map(([label, value]) => plain(cut(`${label}: ${value}`, FIELD))),
      },
      ...(context.length > 0
        ? [{ type: 'section', text: verbatim(`\`\`\`${cut(escaped(codeOf(context, 1400)), SECTION)}\`\`\``) }]
        : []),
      { type: 'actions', elements: [{ type: 'button', text: plain('Open in console'), url: link }] },
    ],
  }
}
