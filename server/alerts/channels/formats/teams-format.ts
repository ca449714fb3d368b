import type { AlertMessage } from '../../../../src/contract/wire/alerts/alert-message.ts'
import { codeOf, cut, factsOf, titleOf } from './plain-text.ts'

/** Teams takes messages of up to 28 KB. */
const TITLE = 256
const SUMMARY = 4000
const VALUE = 300

/** Cards read a part of Markdown in text blocks and facts. */
const escaped = (text: string): string =>
  text
    .replace(/[\\*_[\]()#`~<>|+-]/g, '\\$&')
    .replaceAll('://', ':\u200b//')
    .replaceAll('@', '@\u200b')

const textBlock = (text: string, more: object = {}) => ({ type: 'TextBlock', text, wrap: true, ...more })

/** An Adaptive Card, as the webhooks of workflows take it. */
export function teamsFormat(message: AlertMessage): object {
  const { kind, severity, summary, context, link } = message
  const color =
    kind === 'recovered'
      ? 'Good'
      : severity === 'critical'
        ? 'Attention'
        : severity === 'warning'
          ? 'Warning'
          : 'Accent'
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            textBlock(escaped(cut(titleOf(message), TITLE)), { size: 'Large', weight: 'Bolder', color }),
            textBlock(escaped(cut(summary, SUMMARY))),
            {
              type: 'FactSet',
              facts: factsOf(message).map(([title, value]) => ({ title, value: escaped(cut(value, VALUE)) })),
            },
            ...(context.length > 0 ? [textBlock(escaped(codeOf(context, 4000)), { fontType: 'Monospace' })] : []),
          ],
          actions: [{ type: 'Action.OpenUrl', title: 'Open in console', url: link }],
        },
      },
    ],
  }
}
